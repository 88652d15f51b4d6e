/** The suite runs without a test framework: what its own `expect` takes and refuses is what that of vitest does. */
import { describe, test, expect as usual } from 'vitest';
import { expect as ours } from '../../src/conformance/expect.ts';

type Check = (expect: typeof ours) => void;
const cases: readonly (readonly [string, Check])[] = [
  ['toBe', (expect) => expect(0).toBe(0)],
  ['toBe of another', (expect) => expect(0).toBe('0')],
  ['toBe of an equal object', (expect) => expect({}).toBe({})],
  ['not.toBe', (expect) => expect(1).not.toBe(1)],
  ['toEqual', (expect) => expect([{ a: 1, b: undefined }]).toEqual([{ a: 1 }])],
  ['toEqual with more', (expect) => expect({ a: 1, b: 2 }).toEqual({ a: 1 })],
  ['toEqual with less', (expect) => expect({ a: 1 }).toEqual({ a: 1, b: null })],
  ['toEqual of a list and an object', (expect) => expect([]).toEqual({})],
  ['toEqual of lists', (expect) => expect([1, 2]).toEqual([2, 1])],
  ['toMatchObject', (expect) => expect({ a: { b: 1, c: 2 }, d: [1] }).toMatchObject({ a: { b: 1 }, d: [1] })],
  ['toMatchObject of a longer list', (expect) => expect([{ a: 1 }, { a: 2 }]).toMatchObject([{ a: 1 }])],
  ['toMatchObject in a list', (expect) => expect([{ a: 1, b: 2 }]).toMatchObject([{ b: 2 }])],
  ['toMatchObject of nothing', (expect) => expect(undefined).toMatchObject({ a: 1 })],
  ['toContain', (expect) => expect(['a']).toContain('a')],
  ['toContain in a text', (expect) => expect('abc').toContain('bc')],
  ['toContain of another', (expect) => expect(['a']).toContain('b')],
  ['toContainEqual', (expect) => expect([{ a: 1 }]).toContainEqual({ a: 1 })],
  ['toContainEqual of another', (expect) => expect([{ a: 1 }]).toContainEqual({ a: 2 })],
  ['toHaveLength', (expect) => expect('ab').toHaveLength(2)],
  ['toHaveLength of another', (expect) => expect([]).toHaveLength(1)],
  ['toMatch', (expect) => expect('ab').toMatch(/^a/)],
  ['toMatch of another', (expect) => expect('ab').toMatch(/^b/)],
  ['toMatch of no text', (expect) => expect(undefined).toMatch(/a/)],
  ['toMatch of a part', (expect) => expect('abc').toMatch('bc')],
  ['toMatch of another part', (expect) => expect('abc').toMatch('cb')],
  ['toBeUndefined', (expect) => expect(undefined).toBeUndefined()],
  ['toBeUndefined of null', (expect) => expect(null).toBeUndefined()],
  ['toBeGreaterThan', (expect) => expect(2).toBeGreaterThan(2)],
  ['toBeGreaterThanOrEqual', (expect) => expect(2).toBeGreaterThanOrEqual(2)],
  ['toBeLessThan', (expect) => expect(1).toBeLessThan(2)],
  ['toBeLessThan of nothing', (expect) => expect(Number.NaN).toBeLessThan(2)],
  ['any', (expect) => expect([1, 'a']).toEqual([expect.any(Number), expect.any(String)])],
  ['any of another', (expect) => expect('1').toEqual(expect.any(Number))],
  ['arrayContaining', (expect) => expect(['b', 'a']).toEqual(expect.arrayContaining(['a']))],
  ['arrayContaining what is not there', (expect) => expect(['b']).toEqual(expect.arrayContaining(['a']))],
  ['objectContaining', (expect) => expect([{ a: 1, b: 2 }]).toContainEqual(expect.objectContaining({ a: 1 }))],
  ['objectContaining what is not there', (expect) => expect({ b: 2 }).toEqual(expect.objectContaining({ a: 1 }))],
  ['stringContaining', (expect) => expect({ a: 'bcd' }).toMatchObject({ a: expect.stringContaining('c') })],
  ['stringContaining of another', (expect) => expect('bcd').toEqual(expect.stringContaining('db'))],
  ['stringMatching', (expect) => expect({ a: 'bcd' }).toMatchObject({ a: expect.stringMatching(/^c/) })],
];

function holds(check: Check, expect: unknown): boolean {
  try {
    check(expect as typeof ours);
    return true;
  } catch {
    return false;
  }
}

describe('passes exactly when the same assertion of vitest passes', () => {
  test.each(cases)('%s', (_, check) => {
    usual(holds(check, ours)).toBe(holds(check, usual));
  });
});

test('reports the observed and the expected value', () => {
  usual(() => ours([{ code: 500 }], 'the answer').toMatchObject([{ code: ours.any(String) }])).toThrow(
    'the answer: expected [ { code: 500 } ] to match [ { code: any String } ]',
  );
});
