/**
 * `npm run bench:growth`: what a press costs beside 100, 10,000 and 100,000 open instances of all of processes/, on an
 * SQLite file. A second bridge that stays at 100 takes turns with the one that grows, so that what else the machine does
 * meets both; the ratios are medians of one to the other. `--instances 10000` ends earlier; the same `--seed` starts and
 * presses the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../support/bundle-program.ts';
import type { GrowthAnswer, GrowthRequest, PressCost } from './growth.child.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});
const FEW = 100;
/** Instances of each process that are pressed in one round. */
const PRESSED = 5;
const stages = [FEW, 10_000, 100_000].filter((stage) => stage <= Number(values.instances));

const program = await bundleProgram('test/bench/growth.child.ts');
const folder = mkdtempSync(join(tmpdir(), 'growth-'));

async function openChild(name: string): Promise<ChildProcess> {
  const child = fork(program, [join(folder, `${name}.db`), values.seed], { execArgv: [] });
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`A process of the benchmark exited with ${code}.`);
  });
  await once(child, 'message');
  return child;
}

async function ask(child: ChildProcess, request: GrowthRequest): Promise<GrowthAnswer> {
  child.send(request);
  const [answer] = await once(child, 'message');
  return answer as GrowthAnswer;
}

/** @returns presses on both, from rounds in turn, after two that warm up */
async function compare(few: ChildProcess, many: ChildProcess): Promise<readonly (readonly PressCost[])[]> {
  const presses: PressCost[][] = [[], []];
  for (let round = -2; round < Number(values.rounds); round += 1) {
    for (const [index, child] of [few, many].entries()) {
      const answer = await ask(child, { pressOn: PRESSED });
      if (round >= 0) presses[index]?.push(...answer.presses);
    }
  }
  return presses;
}

/** The mean of the medians of each process, so that each counts the same. */
function costOf(presses: readonly PressCost[], of: (press: PressCost) => number): number {
  const processIds = [...new Set(presses.map(({ processId }) => processId))];
  const medians = processIds.map((id) => median(presses.filter(({ processId }) => processId === id).map(of)));
  return medians.reduce((sum, each) => sum + each, 0) / medians.length;
}

try {
  const [few, many] = [await openChild('few'), await openChild('many')];
  await ask(few, { growTo: FEW });
  console.log(
    '| open instances | presses | processor of a press | ratio | first press: processor | clock | memory | file |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const stage of stages) {
    await ask(many, { growTo: stage });
    const [fewPresses = [], manyPresses = []] = await compare(few, many);
    const ratio = (of: (press: PressCost) => number, isFirst: boolean) => {
      const [one, other] = [manyPresses, fewPresses].map((all) =>
        costOf(
          all.filter(({ first }) => first || !isFirst),
          of,
        ),
      ) as [number, number];
      return (one / other).toFixed(2);
    };
    const { open, rssMb, fileMb } = await ask(many, { growTo: 0 });
    console.log(
      `| ${open} | ${manyPresses.length} | ${costOf(manyPresses, ({ cpuMs }) => cpuMs).toFixed(2)} ms | ` +
        `${ratio(({ cpuMs }) => cpuMs, false)} | ${ratio(({ cpuMs }) => cpuMs, true)} | ` +
        `${ratio(({ wallMs }) => wallMs, true)} | ${rssMb.toFixed(0)} MB | ${fileMb.toFixed(0)} MB |`,
    );
  }
  for (const child of [few, many]) {
    child.disconnect();
    await once(child, 'exit');
  }
} finally {
  rmSync(folder, { recursive: true });
}
