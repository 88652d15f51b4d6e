import { expect, test } from 'vitest';
import { fuzzCallbacks } from './fuzz-callbacks.ts';
import { TRIAL_KINDS } from './make-trial.ts';

const runs = 2_000;

test(`of ${runs} mutated callbacks, half of them signed and encrypted, only what was pressed is applied`, async () => {
  const { failures, answers, kinds, ways, applied } = await fuzzCallbacks(runs, 20_260_301);
  expect(failures).toEqual([]);
  // The run is worth something only when it gets everywhere.
  expect(applied).toBeGreaterThan(runs / 40);
  expect(Math.abs(ways.signed - ways.noisy)).toBeLessThan(runs / 20);
  // What can be changed depends on the call, so a small run may miss a kind or two.
  const missed = TRIAL_KINDS.filter((kind) => kinds[kind] === undefined);
  expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(0);
  const heard = [
    ...['press 200 0', 'press 200 400', 'press 200 403', 'press 200 2004', 'press 200 2005', 'press 400 400'],
    ...['press 401 401', 'press 404 404', 'press 405 405', 'press 413 413', 'press 415 415', 'press 400 http'],
    ...['question 200 0', 'question 400 400', 'question 401 401', 'question 404 404', 'question 405 405'],
    ...['question 413 413', 'question 415 415', 'question 400 http'],
  ];
  expect(heard.filter((answer) => answers[answer] === undefined)).toEqual([]);
}, 300_000);
