/**
 * `npm run bench:steps`: the processor time of a step of a bridge on an SQLite file, from `bridge.press` to the report that
 * the center has taken, as ratios of speed to others in the same run: bpmn-engine alone, kept in memory, and recovered from
 * a file and written to it at each step; and bpmn-server with each of its own stores, where it is installed. All take turns,
 * so that what else the machine does meets all of them. Last, a step of a large process as a ratio to one of a small.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StepCommit } from '../../src/store/store.ts';
import { startCompiled } from '../plugin/scenario.ts';
import { anInstance, aStep, DEFINITION, NOON } from '../store/rows.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { createSqliteStore } from '../support/inner/store.ts';
import { bpmnServerMissing, runOnBpmnServer } from './bpmn-server.ts';
import { startCenterProcess } from './center-process.ts';
import { openMeasuredBridge } from './measured-bridge.ts';
import { median } from './median.ts';
import { runFromFile, runInMemory } from './plain-engine.ts';
import { FIVE_STEPS, lineOf, MEASURED, type MeasuredProcess } from './step-processes.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, only: { type: 'string', default: '' } },
});
/** About so many steps a round, so that a round of each process takes as long. */
const STEPS = 60;

type Run = () => Promise<void>;

const folder = mkdtempSync(join(tmpdir(), 'steps-'));
const center = await startCenterProcess();
const measured = await openMeasuredBridge(`sqlite:${join(folder, 'bridge.db')}`, center.origin);

async function runTranslation({ xml, presses }: MeasuredProcess): Promise<Run> {
  const definition = await compileXml(xml, {});
  return async () => {
    const run = await startCompiled(definition, { approved: true });
    for (const { id, to, signer } of presses) await run.press(signer === undefined ? id : `${id}#${signer}`, to);
    if (!run.ended) throw new Error('The instance did not end.');
  };
}

/** It is measured by one process, because each of its steps takes so long. */
function runsOnBpmnServer(process: MeasuredProcess): Readonly<Record<string, Run>> {
  if (process !== FIVE_STEPS || bpmnServerMissing() !== undefined) return {};
  return {
    'bpmn-server in memory': runOnBpmnServer('memory', process, join(folder, 'memory')),
    'bpmn-server with files': runOnBpmnServer('files', process, join(folder, 'files')),
  };
}

async function compare(process: MeasuredProcess): Promise<void> {
  const steps = process.presses.length + 1;
  const stored = await measured.runProcess(process);
  const subjects = {
    'bpmn-engine in memory': () => runInMemory(process),
    'bpmn-engine with a file': () => runFromFile(process, folder),
    ...runsOnBpmnServer(process),
    'translation alone': await runTranslation(process),
  };
  const all = [...Object.entries(subjects), ['bridge on SQLite', stored] as const];
  const costs = await takeTurns(all, Math.ceil(STEPS / steps));
  const own = costs.at(-1)?.cpuMs ?? Number.NaN;
  for (const [index, { cpuMs, wallMs }] of costs.entries()) {
    const name = `${process.name}, ${steps} | ${all[index]?.[0]}`;
    const ms = `${(cpuMs / steps).toFixed(2)} ms | ${(wallMs / steps).toFixed(2)} ms`;
    console.log(`| ${name} | ${ms} | ${(cpuMs / own).toFixed(2)} |`);
  }
}

/** Several short runs are measured against one long one. */
async function compareSizes(): Promise<void> {
  const [small, large] = [lineOf(8), lineOf(58)];
  const [runSmall, runLarge] = [await measured.runProcess(small), await measured.runProcess(large)];
  const times = Math.round(large.presses.length / small.presses.length);
  const runSmallOften = async () => {
    for (let left = times; left > 0; left -= 1) await runSmall();
  };
  const all = [['10 nodes', runSmallOften] as const, ['60 nodes', runLarge] as const];
  const [often = Number.NaN, once = Number.NaN] = (await takeTurns(all, 1)).map(({ cpuMs }) => cpuMs);
  const [one, other] = [often / times / (small.presses.length + 1), once / (large.presses.length + 1)];
  console.log(
    `A step of a process of 60 nodes takes ${other.toFixed(2)} ms, of 10 nodes ${one.toFixed(2)} ms: ratio ${(other / one).toFixed(2)}`,
  );
}

/** What the entry of a step in the history costs: commits with it and without it. */
async function compareHistory(): Promise<void> {
  const store = await createSqliteStore({ path: join(folder, 'history.db') });
  await store.putDefinitions([DEFINITION]);
  const [taskId, nodeId, at] = ['i.1', 'manager-approval', NOON];
  const others = ['task.handled', 'task.created', 'report.composed'].map((type) => ({
    at,
    type,
    data: { taskId, nodeId },
  }));
  const way = { flows: ['apply-check', 'check-fork', 'fork-legal'], nodes: ['check', 'fork', 'legal'] };
  const data = { revision: 1, trigger: 'press', ...way, current: ['legal', 'finance'], jobs: [] };
  let instances = 0;
  const runWith = (history: StepCommit['history']) => async () => {
    instances += 1;
    const committed = await store.commitStep(aStep({ instance: anInstance(`i-${instances}`), history }));
    if (committed !== 'committed') throw new Error(`It was ${committed}.`);
  };
  const all = [
    ['without', runWith(others)] as const,
    ['with', runWith([{ at, type: 'step', data }, ...others])] as const,
  ];
  const [without = Number.NaN, withIt = Number.NaN] = (await takeTurns(all, STEPS * 5)).map(({ cpuMs }) => cpuMs);
  const bytes = JSON.stringify(data).length;
  console.log(
    `The entry of a step in the history has ${bytes} bytes; its commit takes ${withIt.toFixed(3)} ms with it, and ${without.toFixed(3)} ms without it: ratio ${(withIt / without).toFixed(2)}`,
  );
  await store.close();
}

interface RunCost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** @returns what one run of each costs: the medians of the rounds after two that warm up */
async function takeTurns(subjects: readonly (readonly [string, Run])[], runs: number): Promise<readonly RunCost[]> {
  const costs: RunCost[][] = subjects.map(() => []);
  for (let round = -2; round < Number(values.rounds); round += 1) {
    for (const [index, [, run]] of subjects.entries()) {
      const [from, before] = [performance.now(), process.cpuUsage()];
      for (let left = runs; left > 0; left -= 1) await run();
      const { user, system } = process.cpuUsage(before);
      const wallMs = (performance.now() - from) / runs;
      if (round >= 0) costs[index]?.push({ cpuMs: (user + system) / 1000 / runs, wallMs });
    }
  }
  return costs.map((each) => ({
    cpuMs: median(each.map(({ cpuMs }) => cpuMs)),
    wallMs: median(each.map(({ wallMs }) => wallMs)),
  }));
}

try {
  const install = bpmnServerMissing();
  if (install !== undefined) console.log(`Without bpmn-server, which is not installed: ${install}\n`);
  console.log('| process, steps | what | processor time of a step | clock | speed of the bridge as a ratio |');
  console.log('|---|---|---|---|---|');
  for (const process of MEASURED.filter(({ name }) => name.includes(values.only))) await compare(process);
  console.log();
  await compareSizes();
  await compareHistory();
} finally {
  await measured.close();
  await center.close();
  rmSync(folder, { recursive: true });
}
