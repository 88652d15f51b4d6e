import { evaluate } from 'feelin';
import { expect, test } from 'vitest';
import { runFor, runPure, withRestore } from '../src/time-limit.ts';
import { compileExpression } from './support/inner/model.ts';

const forever = () => {
  for (;;);
};

test('what a pause took all the time of is run again', () => {
  let runs = 0;
  const result = runPure(1_000, () => {
    runs += 1;
    while (runs === 1);
    return 'done';
  });
  expect(result).toEqual(['done']);
  expect(runs).toBe(2);
});

test('what never ends is given up', () => {
  expect(runPure(20, forever)).toBe(undefined);
});

test('an error is passed on at once', () => {
  const fail = () =>
    runPure(20, () => {
      throw new RangeError('out');
    });
  expect(fail).toThrow(new RangeError('out'));
});

test('what work has replaced is restored, innermost first, also if it is ended in the middle', () => {
  const restored: string[] = [];
  const replace = <Result>(name: string, work: () => Result) => withRestore(() => restored.push(name), work);
  replace('outer', () => {
    expect(runFor(20, () => replace('a', () => replace('b', forever)))).toBe(undefined);
    expect(restored.splice(0)).toEqual(['b', 'a']);
  });
  expect(restored).toEqual(['outer']);
});

test('FEEL that is ended in the middle leaves the comparisons of the host as they were', () => {
  const compare = () => evaluate('a <= 1000', { a: 'abc' }).value;
  const before = compare();
  const long = compileExpression('=for a in 1..1000, b in 1..1000, c in 1..1000 return a');
  expect(runFor(20, () => long.evaluate({}))).toBe(undefined);
  expect(compare()).toBe(before);
});
