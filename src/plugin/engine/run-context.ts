import { BridgeError } from '../../errors.ts';
import type { Countersign, StandardLoop } from '../../model/process-model.ts';
import type { EngineActivity, EngineContent, EngineMessage } from './engine-internals.ts';

/** A sequence flow, with the name that it is drawn with. */
export interface DrawnFlow {
  readonly id: string;
  readonly name?: string;
}

/** An event that holds a token until the plugin lets it go on. */
export interface HeldEvent {
  readonly activity: EngineActivity;
  readonly executionId: string;
  readonly content: EngineContent;
  /** @param repeat rounds that are left of a timer cycle; -1 for ever */
  complete(repeat?: number): void;
}

/**
 * What the replaced element types ask of the run they belong to. Element types are bound to a definition once and
 * shared by its instances, so the run travels in the options of the engine's environment.
 */
export interface RunContext {
  /** Of two executions of activities the one with the lower number began first. */
  beganAt(executionId: string): number;
  /** The flow a press or a vote decided for a token at this gateway; undefined: its conditions decide. */
  chosenFlow(gatewayId: string, token: EngineContent): string | undefined;
  /**
   * Whether the conditions of the model take a flow; undefined: the model was stored before it had any, and the drawing
   * is asked.
   */
  takesFlow(flow: DrawnFlow, message: EngineMessage): boolean | undefined;
  /** Whether the conditions of a gateway are scripts, for which its token waits. */
  waitsForScripts(nodeId: string): boolean;
  /** Whether the instance is started by this start event of the process. */
  isChosenStart(nodeId: string): boolean;
  countersignOf(nodeId: string): Countersign | undefined;
  /** An instance of a multi-instance is through. */
  noteIteration(message: EngineMessage): void;
  /** Whether an instance of a multi-instance sub-process that is done waits for a script to say whether it was the last. */
  holdsInstance(nodeId: string, content: EngineContent): boolean;
  standardLoopOf(nodeId: string): StandardLoop | undefined;
  /** A token arrived at an event, or was there when the engine was recovered. */
  enterEvent(event: HeldEvent): void;
  /** It went on, or its event was cancelled. */
  leaveEvent(event: HeldEvent): void;
  /** Whether a terminate end event ends the whole instance; it then holds its token. */
  endsInstance(end: EngineActivity): boolean;
  /** Sets what the expression of a script task gives. @returns false for a task that waits for its job */
  computeExpression(message: EngineMessage): boolean;
  /** Evaluates what the engine meets as an expression, over the variables of the run. */
  resolve(text: string, message: EngineMessage): unknown;
}

const RUN_OPTION = 'transactionBridgeRun';

/** The engine option that carries the run. */
export function runOption(run: RunContext): Record<string, RunContext> {
  return { [RUN_OPTION]: run };
}

/** @throws {BridgeError} `ERR_STEP_FAILED` on an engine that was made without the plugin's options */
export function runContextOf(environment: { readonly options: object }): RunContext {
  const run = (environment.options as Record<string, RunContext | undefined>)[RUN_OPTION];
  if (!run) {
    throw new BridgeError('ERR_STEP_FAILED', 'The engine runs without the options of the plugin: pass engineOptions.');
  }
  return run;
}
