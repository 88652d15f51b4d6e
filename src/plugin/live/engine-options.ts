import type { BpmnEngineOptions } from 'bpmn-engine';
import { compileExpression } from '../../model/expressions/compile-expression.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { moddleOptions } from '../../model/moddle/strict-moddle.ts';
import { linkOption, type ProcessLink } from '../engine/link.ts';
import { Process } from '../engine/process.ts';
import { requireEngine } from './require-engine.ts';

/** The element type that replaces the engine's own. */
export const ELEMENT_TYPES = { Process };

/** The types whose meaning the plugin decides: a class of a host would not be asked. */
export const DECIDED_TYPES: ReadonlySet<string> = new Set([
  ...['Process', 'SubProcess', 'CallActivity', 'SequenceFlow'],
  ...['ExclusiveGateway', 'ParallelGateway', 'InclusiveGateway', 'EventBasedGateway'],
  ...['UserTask', 'ManualTask', 'ServiceTask', 'SendTask', 'BusinessRuleTask', 'ScriptTask', 'ReceiveTask'],
  ...['MultiInstanceLoopCharacteristics', 'StandardLoopCharacteristics'],
  ...['StartEvent', 'EndEvent', 'BoundaryEvent', 'IntermediateCatchEvent', 'IntermediateThrowEvent'],
  ...['TimerEventDefinition', 'MessageEventDefinition', 'SignalEventDefinition', 'ErrorEventDefinition'],
  ...['EscalationEventDefinition', 'ConditionalEventDefinition', 'TerminateEventDefinition', 'LinkEventDefinition'],
]);

// The engine's own runs scripts in Node's vm, which is no sandbox. Script tasks are jobs; nothing else has a script.
const scripts = { register(): void {}, getScript(): undefined {} };

/** No timer runs in this process: a registered timer never fires by itself. */
const timers = {
  executing: [],
  register: () => ({ setTimeout: (): object => ({}), clearTimeout(): void {} }),
  setTimeout: (): object => ({}),
  clearTimeout(): void {},
};

export const ENGINE_SETTINGS = {
  /** Leaves the counters of nodes out of the state. */
  disableTrackState: true,
} as const;

/**
 * Options every engine of ours runs with.
 * @param scope the variables that expressions of extensions see
 * @throws {BridgeError} `ERR_ENGINE_UNSUPPORTED`
 */
export function createEngineOptions(link: ProcessLink, scope: () => Scope): BpmnEngineOptions {
  requireEngine();
  const expressions = {
    resolveExpression: (text: unknown): unknown =>
      typeof text === 'string' ? compileExpression(text).evaluate(scope()) : text,
    isExpression: (text: unknown): boolean => typeof text === 'string' && /^(=|[$#]\{)/.test(text),
    hasExpression: (text: unknown): boolean => typeof text === 'string' && /^=|[$#]\{/.test(text),
  };
  return {
    ...{ moddleOptions, elements: ELEMENT_TYPES, expressions, scripts, timers, settings: ENGINE_SETTINGS },
    ...linkOption(link),
  } as unknown as BpmnEngineOptions;
}
