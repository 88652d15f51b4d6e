/** Nothing that a diagram, a variable or a person says holds up a service: each attack in a process of its own. */
import { expect, test } from 'vitest';
import { shareOf } from '../support/test-share.ts';
import { ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';

/** Each takes a process. */
const TRIED = shareOf(
  ATTACKS.filter(({ long }) => long !== true),
  12,
);

test.concurrent.each(TRIED)('$name', { timeout: 120_000 }, async ({ name, expected, standsAtMostMs }) => {
  const { outcome, stoodMs } = await runAttack(name);
  expect(expected).toContain(outcome);
  expect(stoodMs).toBeLessThanOrEqual(standsAtMostMs);
});
