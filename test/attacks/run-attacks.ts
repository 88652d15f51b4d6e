/**
 * `npm run test:attacks`: everything that was tried to hold up a service, what came of it, how long the event loop stood,
 * the first time in a process and the fifth, when its code is compiled, and how much processor time the first took.
 * `-- --only <word>` runs those with the word in their name. Exits 1 when something else came of one.
 */
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const TIMES = 5;

console.log(
  '| attack | what came of it | the event loop stood | the fifth time | processor time |\n|---|---|---|---|---|',
);
// One after the other: each has the machine for itself.
for (const { name, expected, standsAtMostMs } of ATTACKS.filter((attack) => attack.name.includes(values.only))) {
  const { outcome, stoodMs, stoodLastMs, processorMs } = await runAttack(name, TIMES);
  const isAsExpected = expected.includes(outcome) && stoodMs <= standsAtMostMs;
  if (!isAsExpected) process.exitCode = 1;
  const shown = outcome.startsWith('ERR_') ? `\`${outcome}\`` : outcome;
  const last = stoodLastMs === undefined ? '' : `${Math.round(stoodLastMs)} ms`;
  const processor = processorMs === undefined ? '' : `${Math.round(processorMs)} ms`;
  console.log(
    `| ${name} | ${shown}${isAsExpected ? '' : ' **WRONG**'} | ${Math.round(stoodMs)} ms | ${last} | ${processor} |`,
  );
}
