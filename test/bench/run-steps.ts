/**
 * `npm run bench:steps`: the processor time of a step of a bridge on an SQLite file, from `bridge.press` to the report that the
 * center has taken, as ratios of speed to bpmn-engine alone in the same run: kept in memory, and recovered from a file
 * and written to it at each step. All take turns, so that what else the machine does meets all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCompiled } from '../plugin/scenario.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { openMeasuredBridge } from './measured-bridge.ts';
import { runFromFile, runInMemory } from './plain-engine.ts';
import { MEASURED, type MeasuredProcess } from './step-processes.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, only: { type: 'string', default: '' } },
});
/** About so many steps a round, so that a round of each process takes as long. */
const STEPS = 60;

const folder = mkdtempSync(join(tmpdir(), 'steps-'));
const measured = await openMeasuredBridge(`sqlite:${join(folder, 'bridge.db')}`);

async function runTranslation({ xml, presses }: MeasuredProcess): Promise<() => Promise<void>> {
  const definition = await compileXml(xml, {});
  return async () => {
    const run = await startCompiled(definition, { approved: true });
    for (const { id, to } of presses) await run.press(id, to);
    if (!run.ended) throw new Error('The instance did not end.');
  };
}

try {
  for (const process of MEASURED.filter(({ name }) => name.includes(values.only))) {
    const subjects = {
      'in memory': () => runInMemory(process),
      'a file': () => runFromFile(process, folder),
      translation: await runTranslation(process),
      stored: await measured.runProcess(process),
    };
    const cpu = await takeTurns(Object.entries(subjects), Math.ceil(STEPS / (process.presses.length + 1)));
    const steps = process.presses.length + 1;
    const [memory = 0, file = 0, translation = 0, stored = 0] = cpu.map((ms) => ms / steps);
    console.log(`${process.name}, ${steps} steps`);
    console.log(`  plain in memory    ${memory.toFixed(2)} ms a step`);
    console.log(`  plain with a file  ${file.toFixed(2)} ms a step`);
    console.log(
      `  translation alone  ${translation.toFixed(2)} ms a step, ${(memory / translation).toFixed(2)} of memory`,
    );
    console.log(
      `  stored in SQLite   ${stored.toFixed(2)} ms a step, ${(memory / stored).toFixed(2)} of memory, ${(file / stored).toFixed(2)} of the file`,
    );
  }
} finally {
  await measured.close();
  rmSync(folder, { recursive: true });
}

/** @returns the processor time of one run of each, in milliseconds: the median of the rounds after two that warm up */
async function takeTurns(
  subjects: readonly (readonly [string, () => Promise<void>])[],
  runs: number,
): Promise<readonly number[]> {
  const times: number[][] = subjects.map(() => []);
  for (let round = -2; round < Number(values.rounds); round += 1) {
    for (const [index, [, run]] of subjects.entries()) {
      const before = process.cpuUsage();
      for (let left = runs; left > 0; left -= 1) await run();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[index]?.push((user + system) / 1000 / runs);
    }
  }
  return times.map((each) => each.toSorted((one, other) => one - other)[Math.floor(each.length / 2)] ?? Number.NaN);
}
