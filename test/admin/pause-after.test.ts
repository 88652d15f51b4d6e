import { expect, test } from 'vitest';
import { pauseAfter } from '../../src/admin/page/data/pause-after.ts';

test('a page looks every few seconds, less often where an answer takes long, and at least once a minute', () => {
  expect([5, 200, 30_000].map(pauseAfter)).toEqual([4_000, 10_000, 60_000]);
});
