import { expect, test } from 'vitest';
import { fuzzCallbacks } from './fuzz-callbacks.ts';

test('of 2 000 mutated callbacks, half of them signed and encrypted, only what was pressed is applied', async () => {
  const { failures, answers, applied } = await fuzzCallbacks(2_000, 20_260_301);
  expect(failures).toEqual([]);
  // The run is worth something only when it gets everywhere.
  expect(applied).toBeGreaterThan(100);
  for (const answer of ['200 403', '200 400', '200 2004', '200 2005', '400 400', '401 401', '404 404', '405 405']) {
    expect(answers[answer], answer).toBeGreaterThan(0);
  }
  for (const answer of ['413 413', '415 415']) expect(answers[answer], answer).toBeGreaterThan(0);
}, 300_000);
