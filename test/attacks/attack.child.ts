// Runs one attack, and tells its parent what came of it and how long the event loop stood.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackResult, outcomeOf } from './attack.ts';
import { ATTACKS } from './attacks.ts';

const RESOLUTION_MS = 5;

const [, , name] = process.argv;
const attack = ATTACKS.find((each) => each.name === name);
if (!attack) throw new Error(`There is no attack with the name ${name}.`);
const attempt = await attack.prepare();
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.send?.('begun');
// Its timer must have run before the attack, and must run once more when it is over.
await sleep(4 * RESOLUTION_MS);
const before = process.cpuUsage();
const outcome = await outcomeOf(attempt);
const { user, system } = process.cpuUsage(before);
await sleep(4 * RESOLUTION_MS);
const result: AttackResult = { outcome, stoodMs: delay.max / 1e6, processorMs: (user + system) / 1e3 };
process.send?.(result, () => process.exit());
