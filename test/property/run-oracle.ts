/** `tsx test/property/run-oracle.ts --runs 10000 --seed 7`: the long run. Exits 1 when a process went wrong. */
import { parseArgs } from 'node:util';
import { createCensus } from './census/census.ts';
import { runProcesses } from './run-processes.ts';
import { makeHotSubject } from './subjects/hot-subject.ts';
import { makePlainEngine } from './subjects/plain-engine.ts';
import { makeRecoveredSubject } from './subjects/recovered-subject.ts';
import { makeRestartedSubject } from './subjects/restarted-subject.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    /** The first of them: several machines, or cores, can share the processes of one seed. */
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: `${Math.floor(Date.now() / 1000)}` },
    failures: { type: 'string', default: '5' },
    plain: { type: 'string', default: '200' },
    /** So many of them on a bridge, too, that is closed and opened again; those take seconds each. */
    restarts: { type: 'string', default: '20' },
  },
});
const [runs, seed, mostFailures] = [Number(values.runs), Number(values.seed), Number(values.failures)];
const first = Number(values.from);
/** After so many it says how far it is. */
const PART = 100;

console.log(`${runs} processes of seed ${seed}, from ${first}`);
const plainRuns = Math.min(runs, Number(values.plain));
const makers = [makePlainEngine];
const plain = await runProcesses({ runs: plainRuns, seed, makers, mostFailures: plainRuns, shrink: false });
console.log(`bpmn-engine alone goes wrong in ${plain.failures.length} of ${plainRuns}`);

const census = createCensus();
let wrong = 0;
for (let from = 0; from < runs && wrong < mostFailures; from += PART) {
  const { failures } = await runProcesses({
    from: first + from,
    runs: Math.min(PART, runs - from),
    seed,
    makers: [makeRecoveredSubject, makeHotSubject],
    mostFailures: mostFailures - wrong,
    shrink: true,
    census,
  });
  wrong += failures.length;
  for (const failure of failures) console.log(`\n${failure}\n`);
  console.log(`${Math.min(from + PART, runs)} processes, ${wrong} went wrong`);
}
const restarts = Math.min(runs, Number(values.restarts));
const { failures } = await runProcesses({
  ...{ from: first, runs: restarts, seed, makers: [makeRecoveredSubject, makeRestartedSubject] },
  ...{ mostFailures, shrink: false, alone: true },
});
wrong += failures.length;
for (const failure of failures) console.log(`\n${failure}\n`);
console.log(`${restarts} processes on a bridge that is opened again, ${failures.length} went wrong`);
console.log(census.describe());
const rare = census.findRare(0.02);
if (rare.length > 0) console.log(`too rare: ${rare.join(', ')}`);
/** Where the engine alone does as well, the oracle sees nothing. */
const isBlunt = plain.failures.length < plainRuns / 5;
if (isBlunt) console.log('bpmn-engine alone goes wrong in less than a fifth: the oracle does not bite');
process.exitCode = wrong > 0 || (rare.length > 0 && runs >= 500) || (isBlunt && plainRuns >= 50) ? 1 : 0;
