// Runs one attack, once or several times, and tells its parent what came of it and how long the event loop stood.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type AttackResult, outcomeOf } from './attack.ts';
import { ATTACKS } from './attacks.ts';

const RESOLUTION_MS = 5;
const LENGTHY_MS = 5_000;

async function run(attack: Attack, begin: () => void): Promise<AttackResult> {
  const attempt = await attack.prepare();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  begin();
  // Its timer must have run before the attack, and must run once more when it is over.
  await sleep(4 * RESOLUTION_MS);
  const before = process.cpuUsage();
  const outcome = await outcomeOf(attempt);
  const { user, system } = process.cpuUsage(before);
  await sleep(4 * RESOLUTION_MS);
  delay.disable();
  return { outcome, stoodMs: delay.max / 1e6, processorMs: (user + system) / 1e3 };
}

const [, , name, times = '1'] = process.argv;
const attack = ATTACKS.find((each) => each.name === name);
if (!attack) throw new Error(`There is no attack with the name ${name}.`);
const begunAt = performance.now();
let result = await run(attack, () => process.send?.('begun'));
// What takes seconds does so outside of this process: nothing is learned by making it again.
const isLengthy = performance.now() - begunAt > LENGTHY_MS;
for (let time = 2; time <= Number(times) && !isLengthy; time += 1) {
  const { outcome, stoodMs } = await run(attack, () => undefined);
  if (outcome === result.outcome) result = { ...result, stoodLastMs: stoodMs };
}
process.send?.(result, () => process.exit());
