import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from 'bpmn-engine';
import type { MeasuredPress, MeasuredProcess } from './step-processes.ts';

type EngineOptions = NonNullable<ConstructorParameters<typeof Engine>[0]>;
type EngineState = Parameters<Engine['recover']>[0];
type Execution = Awaited<ReturnType<Engine['execute']>>;

/** The conditions of the measured processes; whatever else is written as an expression is a plain value. */
const CONDITIONS: Readonly<Record<string, boolean>> = { '${approved}': true, '${!approved}': false };

const options = (name: string) =>
  ({
    name,
    // The engine's own logger asks the terminal for each of its elements.
    Logger: () => ({ debug() {}, warn() {}, error() {} }),
    expressions: {
      resolveExpression: (text: string) => CONDITIONS[text] ?? text,
      isExpression: () => true,
      hasExpression: () => true,
    },
  }) as EngineOptions;

/** One instance as the engine's README shows it: the source is parsed for each, all stays in memory. */
export async function runInMemory({ xml, presses }: MeasuredProcess): Promise<void> {
  const engine = new Engine({ ...options('plain'), source: xml } as EngineOptions);
  const execution = await engine.execute();
  for (const press of presses) signal(execution, press);
  if (engine.state !== 'idle') throw new Error('The plain engine did not end.');
}

/** The same, recovered from a file for every press and written to it afterwards, durably. */
export async function runFromFile({ xml, presses }: MeasuredProcess, folder: string): Promise<void> {
  const path = join(folder, 'plain.json');
  let engine = new Engine({ ...options('plain'), source: xml } as EngineOptions);
  await engine.execute();
  let state = await engine.getState();
  await engine.stop();
  let stored = write(path, state);
  for (const press of presses) {
    engine = new Engine(options('plain'));
    engine.recover(JSON.parse(stored) as EngineState);
    const execution = await engine.resume();
    signal(execution, press);
    state = await engine.getState();
    if (engine.state === 'running') await engine.stop();
    stored = write(path, state);
  }
  if (engine.state !== 'idle') throw new Error('The plain engine did not end.');
}

/** An iteration is signalled by its own api: an id alone means all of them. */
function signal(execution: Execution, { id, signer }: MeasuredPress): void {
  if (signer === undefined) {
    execution.signal({ id });
    return;
  }
  const task = execution.getPostponed().find((each) => each.id === id);
  const iteration = task?.getExecuting().find(({ executionId }) => executionId?.endsWith(`_${signer}`));
  if (!iteration) throw new Error(`The plain engine waits for no signer ${signer} of ${id}.`);
  iteration.signal({});
}

function write(path: string, state: unknown): string {
  const text = JSON.stringify(state);
  const file = openSync(`${path}.new`, 'w');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  return text;
}
