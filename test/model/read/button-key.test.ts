import { expect, test } from 'vitest';
import { createKeyMaker, isUrlSafe } from '../../../src/model/read/tasks/buttons.ts';

test('a wish that fits into a url is taken as it is', () => {
  expect(createKeyMaker()('Flow_1a.b-c')).toBe('Flow_1a.b-c');
});

test('a wish that does not is made to fit', () => {
  const makeKey = createKeyMaker();
  expect([makeKey('ns:flow'), makeKey('a/b?c'), makeKey('..'), makeKey('好')]).toEqual([
    'ns-flow',
    'a-b-c',
    'button',
    'button-2',
  ]);
});

test('no key is given twice', () => {
  const makeKey = createKeyMaker();
  const keys = ['a', 'a', 'a-2', 'a'].map(makeKey);
  expect(new Set(keys).size).toBe(4);
  expect(keys.every(isUrlSafe)).toBe(true);
});
