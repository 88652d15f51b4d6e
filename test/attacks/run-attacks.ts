/**
 * `npm run test:attacks`: everything that was tried to hold up a service, what came of it, and how long the event loop
 * stood, and how much processor time it took. `-- --only <word>` runs those with the word in their name. Exits 1 when something else came of one.
 */
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

console.log('| attack | what came of it | the event loop stood | processor time |\n|---|---|---|---|');
// One after the other: each has the machine for itself.
for (const { name, expected, standsAtMostMs } of ATTACKS.filter((attack) => attack.name.includes(values.only))) {
  const { outcome, stoodMs, processorMs } = await runAttack(name);
  const isAsExpected = expected.includes(outcome) && stoodMs <= standsAtMostMs;
  if (!isAsExpected) process.exitCode = 1;
  const shown = outcome.startsWith('ERR_') ? `\`${outcome}\`` : outcome;
  const processor = processorMs === undefined ? '' : `${Math.round(processorMs)} ms`;
  console.log(`| ${name} | ${shown}${isAsExpected ? '' : ' **WRONG**'} | ${Math.round(stoodMs)} ms | ${processor} |`);
}
