import { Engine } from 'bpmn-engine';
import type { SerializableContext } from 'moddle-context-serializer';
import type { ProcessModel } from '../../model/process-model.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { addElements } from './add-elements.ts';
import { createEngineOptions } from './engine-options.ts';
import { findOnlyStart } from './find-only-start.ts';
import { liveScopes } from './live-scopes.ts';
import { type OpenExecution, openExecution, readEngineState } from './open-execution.ts';
import { createRunContext } from './run-context-of.ts';
import { nodesOfStep } from './slice/nodes-of-step.ts';
import { type Slice, sliceSource } from './slice/slice-source.ts';

/** What of a compiled definition the engine runs. */
interface Runnable {
  readonly model: ProcessModel;
  readonly source: SerializableContext;
}

/** An engine that works for one run after the other; each step of its instance has a run of its own. */
export interface StepEngine {
  readonly execution: OpenExecution;
  /** The part of the diagram that its steps needed so far. */
  readonly slice: Slice;
  run: InstanceRun;
}

/** Starts an instance, or recovers and resumes it. @param state the engine's state; undefined for the first step */
export function openStepEngine(
  definition: Runnable,
  run: InstanceRun,
  instanceId: string,
  state: Readonly<Record<string, unknown>> | undefined,
): StepEngine {
  const nodes = readEngineState(instanceId, () => nodesOfStep(definition.model, state));
  const slice = sliceSource(definition.source, definition.model, nodes);
  // The engine calls back while it is opened, when there is no execution yet.
  const current = { run };
  const engine = new Engine({
    name: instanceId,
    Logger: createSilentLogger,
    ...createEngineOptions(createRunContext(() => current.run)),
  });
  // Without a listener, the emitter would throw the engine's error into the current call.
  engine.on('error', (error) => {
    current.run.failure ??= error;
  });
  const execution = openExecution(engine, slice.source, state, instanceId);
  const listener: InstanceRun['listener'] = { emit: (...event) => current.run.listener.emit(...event) };
  if (state !== undefined) readEngineState(instanceId, () => execution._resume({ listener }));
  else {
    run.startNodeId ??= findOnlyStart(definition.model);
    execution._execute({ listener });
  }
  return Object.assign(current, { execution, slice });
}

/** Lets an engine that stayed alive after a step take another one. @param nodeIds those that it needs for it */
export function continueStepEngine(engine: StepEngine, run: InstanceRun, nodeIds: ReadonlySet<string>): void {
  const { entered, startNodeId } = engine.run;
  // The events that hold a token tell it only when it arrives, or when they are recovered.
  for (const event of entered) run.entered.add(event);
  run.startNodeId = startNodeId;
  run.execution = engine.execution;
  engine.run = run;
  if (!engine.slice.add(nodeIds)) return;
  for (const { execution } of liveScopes(engine.execution)) addElements(execution);
}

/** The engine's own logger queries the terminal for each of its hundreds of elements. */
function createSilentLogger(): { debug(): void; warn(): void; error(): void } {
  return { debug() {}, warn() {}, error() {} };
}
