/**
 * `tsx test/fuzz/run-fuzz.ts --runs 100000 --seed 7`: the long run. Exits 1 when something was wrong; `--kind sm4-cbc` with
 * the same runs and seed makes calls of one cipher like those again. Not to the letter: ids are random, and calls race.
 */
import { parseArgs } from 'node:util';
import { fuzzCallbacks } from './fuzz-callbacks.ts';
import { TRIAL_KINDS } from './make-trial.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: `${Math.floor(Date.now() / 1000)}` },
    kind: { type: 'string' },
  },
});
console.log(`${values.runs} callbacks of seed ${values.seed}`);
const { failures, answers, kinds, ways, applied, heapGrowthBytes } = await fuzzCallbacks(
  Number(values.runs),
  Number(values.seed),
  values.kind,
  console.log,
);
for (const [answer, count] of Object.entries(answers).sort(([, a], [, b]) => b - a)) console.log(`${count}\t${answer}`);
for (const kind of TRIAL_KINDS) console.log(`${kinds[kind] ?? 0}\t${kind}`);
console.log(`${ways.honest} honest, ${ways.signed} mutated and then signed, ${ways.noisy} changed on the way`);
console.log(`${applied} applied; the heap grew by ${Math.round(heapGrowthBytes / 1024)} KB`);
for (const failure of failures) console.error(failure);
console.log(`${failures.length} went wrong`);
process.exitCode = failures.length > 0 ? 1 : 0;
