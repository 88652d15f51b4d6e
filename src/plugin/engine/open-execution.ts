import type { Engine, Execution } from 'bpmn-engine';
import * as bpmnEngine from 'bpmn-engine';
import type { SerializableContext } from 'moddle-context-serializer';

/** The execution of an engine, with the members that its declarations leave out. */
export type OpenExecution = Execution & {
  _execute(options: { readonly listener: object }): void;
  _resume(options: { readonly listener: object }): void;
};

interface EngineInternals {
  addSource(options: { readonly sourceContext: SerializableContext }): void;
  _loadDefinition(source: SerializableContext): Execution['definitions'][number];
  readonly execution: Execution;
}

// Exported, but not declared.
const { Execution: EngineExecution } = bpmnEngine as unknown as {
  Execution: new (engine: Engine, definitions: readonly object[], options: object) => OpenExecution;
};

/**
 * Loads a definition into an engine without waiting for anything; `engine.execute` and `engine.resume` are asynchronous, and
 * a time limit ends only what is synchronous.
 * @param state the engine's state to recover; undefined for an execution that has not begun
 */
export function openExecution(
  engine: Engine,
  source: SerializableContext,
  state: Readonly<Record<string, unknown>> | undefined,
): OpenExecution {
  const internals = engine as unknown as EngineInternals;
  if (state === undefined) return new EngineExecution(engine, [internals._loadDefinition(source)], {});
  internals.addSource({ sourceContext: source });
  engine.recover(state as unknown as Parameters<Engine['recover']>[0]);
  return internals.execution as OpenExecution;
}
