import { expect, it } from 'vitest';
import { backoffMs } from '../../src/queue/backoff.ts';

const backoff = { retryMinMs: 1000, retryMaxMs: 60_000 };

it('doubles the longest wait with each failure, up to the maximum', () => {
  const longest = [1, 2, 3, 6, 7, 8, 2000].map((failures) => backoffMs(backoff, failures, 1));
  expect(longest).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000]);
});

it('waits a random share of it, and never nothing', () => {
  expect(backoffMs(backoff, 3, 0.5)).toBe(2000);
  expect(backoffMs(backoff, 3, 0)).toBe(400);
});

it('waits at least as long as the center asks for, but no longer than an hour', () => {
  expect(backoffMs(backoff, 1, 1, 30_000)).toBe(30_000);
  expect(backoffMs(backoff, 3, 1, 500)).toBe(4000);
  expect(backoffMs(backoff, 1, 1, 86_400_000)).toBe(3_600_000);
});
