import { expect, test } from 'vitest';
import { runPure } from '../src/time-limit.ts';

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
  expect(
    runPure(20, () => {
      for (;;);
    }),
  ).toBe(undefined);
});

test('an error is passed on at once', () => {
  const fail = () =>
    runPure(20, () => {
      throw new RangeError('out');
    });
  expect(fail).toThrow(new RangeError('out'));
});
