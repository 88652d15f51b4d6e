/**
 * `npm run bench:load`: a bridge under load, in a process of its own, on SQLite and on PostgreSQL: one press after the other
 * and 16 at once, by one, two and four processes; how long the event loop of the host waits under 20 steps a second; and
 * memory, also where V8 may let its heap grow less. `--instances 200` says how much each process does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../support/bundle-program.ts';
import { findPostgres } from '../support/installed.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { startCenterProcess } from './center-process.ts';
import type { LoadResult } from './load.child.ts';

const { values } = parseArgs({ options: { instances: { type: 'string', default: '200' } } });
const instances = Number(values.instances);

const program = await bundleProgram('test/bench/load.child.ts');
const folder = mkdtempSync(join(tmpdir(), 'load-'));
const center = await startCenterProcess();
let files = 0;
const newFile = () => {
  files += 1;
  return `sqlite:${join(folder, `${files}.db`)}`;
};

/** Runs the load in so many processes at once, which begin together. */
async function measure(
  store: string,
  load: string,
  count: number,
  processes = 1,
  flags: readonly string[] = [],
): Promise<readonly LoadResult[]> {
  const children = Array.from({ length: processes }, () =>
    fork(program, [store, center.origin, load, String(count)], {
      execArgv: ['--expose-gc', ...flags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const results = children.map(resultOf);
  for (const child of children) child.send('go');
  return await Promise.all(results);
}

async function resultOf(child: ChildProcess): Promise<LoadResult> {
  const exit = once(child, 'exit');
  const [result] = (await Promise.race([
    once(child, 'message'),
    exit.then(([code]) => Promise.reject(new Error(`A process of the benchmark exited with ${code}.`))),
  ])) as [LoadResult];
  await exit;
  return result;
}

const sum = (results: readonly LoadResult[], of: (result: LoadResult) => number) =>
  results.reduce((total, result) => total + of(result), 0);
const cpuOf = (results: readonly LoadResult[]) =>
  sum(results, ({ cpuMs }) => cpuMs) / sum(results, ({ steps }) => steps);
const stepsASecond = (results: readonly LoadResult[]) =>
  sum(results, ({ steps }) => steps) / (Math.max(...results.map(({ wallMs }) => wallMs)) / 1000);

function print(what: string, results: readonly LoadResult[], baseCpu: number): void {
  const [{ delayMs, rssMb }] = results as [LoadResult];
  const ratio = cpuOf(results) / baseCpu;
  console.log(
    `| ${what} | ${stepsASecond(results).toFixed(0)} | ${cpuOf(results).toFixed(2)} ms | ${ratio.toFixed(2)} | ` +
      `${delayMs.p50.toFixed(1)} / ${delayMs.p99.toFixed(1)} ms | ${rssMb.toFixed(0)} MB |`,
  );
}

const server =
  findPostgres() === undefined ? undefined : await startPostgresServer({ fsync: 'on', full_page_writes: 'on' });
try {
  console.log('| load | steps a second | processor time of a step | ratio | event loop p50 / p99 | memory |');
  console.log('|---|---|---|---|---|---|');
  const [idle] = await measure(newFile(), 'idle', 0);
  console.log(`| none | | | | | ${idle?.rssMb.toFixed(0)} MB |`);
  const sequence = await measure(newFile(), 'sequence', instances);
  const base = cpuOf(sequence);
  print('SQLite, one after the other', sequence, base);
  const small = ['--max-old-space-size=96'];
  print(`SQLite, one after the other, ${small}`, await measure(newFile(), 'sequence', instances, 1, small), base);
  print('SQLite, 16 at once', await measure(newFile(), 'together', instances), base);
  print('SQLite, 20 steps a second', await measure(newFile(), 'paced', Math.ceil(instances / 5)), base);
  if (server) {
    const url = server.urlOf('postgres');
    const one = await measure(url, 'sequence', instances);
    const baseOfOne = cpuOf(one);
    print('PostgreSQL, one after the other', one, baseOfOne);
    for (const processes of [1, 2, 4]) {
      const what = `PostgreSQL, 16 at once in each of ${processes}`;
      print(what, await measure(url, 'together', Math.ceil(instances / processes), processes), baseOfOne);
    }
  }
} finally {
  await server?.stop();
  await center.close();
  rmSync(folder, { recursive: true });
}
