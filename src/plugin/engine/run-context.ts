import { BridgeError } from '../../errors.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { StandardLoop } from '../../model/nodes/task-node.ts';
import type { EngineActivity, EngineContent, EngineMessage } from './engine-internals.ts';

/** A sequence flow, with its name in the diagram. */
export interface DiagramFlow {
  readonly id: string;
  readonly name?: string;
}

/** An event that holds a token until the plugin lets it go on. */
export interface HeldEvent {
  readonly activity: EngineActivity;
  readonly executionId: string;
  readonly content: EngineContent;
  /** @param repeat remaining rounds of a timer cycle; -1: no end */
  complete(repeat?: number): void;
}

/**
 * The interface through which the replaced element types use their run. Element types are bound to a definition once and
 * shared by its instances, so the run is passed in the options of the engine's environment.
 */
export interface RunContext {
  /** Of two executions of activities the one with the lower number began first. */
  startOrderOf(executionId: string): number;
  /** The flow a press or a vote decided for a token at this gateway; undefined: its conditions decide. */
  chosenFlow(gatewayId: string, token: EngineContent): string | undefined;
  /** Whether the conditions of the model take a flow. */
  takesFlow(flow: DiagramFlow, message: EngineMessage): boolean;
  /** The error where no flow out of a node is taken. */
  explainNoneTaken(flows: readonly DiagramFlow[], message: EngineMessage): Error;
  /** Whether the conditions of a gateway are scripts, for which its token waits. */
  waitsForScripts(nodeId: string): boolean;
  /** Whether the step has failed, so that no token moves on and a loop ends. */
  hasFailed(): boolean;
  /** Whether the instance is started by this start event of the process. */
  isChosenStart(nodeId: string): boolean;
  multiInstanceOf(nodeId: string): MultiInstance | undefined;
  /** Called when an instance of a multi-instance is complete. */
  noteIteration(message: EngineMessage): void;
  /** Whether a completed instance of a multi-instance sub-process waits for a script that decides whether it was the last. */
  holdsInstance(nodeId: string, content: EngineContent): boolean;
  standardLoopOf(nodeId: string): StandardLoop | undefined;
  /** A token arrived at an event, or was there when the engine was recovered. */
  enterEvent(event: HeldEvent): void;
  /** It went on, or its event was cancelled. */
  leaveEvent(event: HeldEvent): void;
  /** Whether a terminate end event ends the whole instance; it then holds its token. */
  endsInstance(end: EngineActivity): boolean;
  /** Sets the result of a script task's expression. @returns false for a task that waits for its job */
  computeExpression(message: EngineMessage): boolean;
  /** Evaluates an expression of the engine with the variables of the run. */
  resolve(text: string, message: EngineMessage): unknown;
}

const RUN_OPTION = 'transactionBridgeRun';

/** The engine option that carries the run. */
export function runOption(run: RunContext): Record<string, RunContext> {
  return { [RUN_OPTION]: run };
}

/** @throws {BridgeError} `ERR_STEP_FAILED` if the engine was created without the plugin's options */
export function runContextOf(environment: { readonly options: object }): RunContext {
  const run = (environment.options as Record<string, RunContext | undefined>)[RUN_OPTION];
  if (!run) {
    throw new BridgeError('ERR_STEP_FAILED', 'The engine runs without the options of the plugin: pass engineOptions.');
  }
  return run;
}
