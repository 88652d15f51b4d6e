/** Nothing that a diagram, a variable or a person says holds up a service: each attack in a process of its own. */
import { expect, test } from 'vitest';
import { ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';

const TRIED = ATTACKS.filter(({ long }) => long !== true);

test.concurrent.each(TRIED)('$name', { timeout: 120_000 }, async ({ name, expected, standsAtMostMs }) => {
  const { outcome, stoodMs } = await runAttack(name);
  expect(expected).toContain(outcome);
  expect(stoodMs).toBeLessThanOrEqual(standsAtMostMs);
});
