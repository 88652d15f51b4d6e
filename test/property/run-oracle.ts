/** `tsx test/property/run-oracle.ts --runs 10000 --seed 7`: the long run. Exits 1 when a process went wrong. */
import { parseArgs } from 'node:util';
import { makeHotSubject } from './hot-subject.ts';
import { makeRecoveredSubject } from './recovered-subject.ts';
import { runProcesses } from './run-processes.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: `${Math.floor(Date.now() / 1000)}` },
    failures: { type: 'string', default: '5' },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
console.log(`${runs} processes of seed ${seed}`);
const { census, failures } = await runProcesses({
  runs,
  seed,
  makers: [makeRecoveredSubject, makeHotSubject],
  mostFailures: Number(values.failures),
  shrink: true,
});
console.log(census.describe());
for (const failure of failures) console.log(`\n${failure}`);
const rare = census.findRare(0.02);
if (rare.length > 0) console.log(`\ntoo rare: ${rare.join(', ')}`);
console.log(`\n${failures.length} went wrong`);
process.exitCode = failures.length > 0 || (rare.length > 0 && runs >= 200) ? 1 : 0;
