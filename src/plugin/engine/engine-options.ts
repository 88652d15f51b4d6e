import { Task } from 'bpmn-elements';
import type { BpmnEngineOptions } from 'bpmn-engine';
import { moddleOptions } from '../../model/moddle/strict-moddle.ts';
import { AttachedEvent } from './elements/attached-event.ts';
import { ChosenStartEvent } from './elements/chosen-start.ts';
import { CopiedSubProcess } from './elements/copied-sub-process.ts';
import { ExclusiveGateway } from './elements/deciding-gateway.ts';
import { InstanceTermination } from './elements/instance-termination.ts';
import { JoiningInclusiveGateway } from './elements/joining-inclusive-gateway.ts';
import { JoiningParallelGateway } from './elements/joining-parallel-gateway.ts';
import { MultiInstanceLoop } from './elements/multi-instance-loop.ts';
import { RecoveringProcess } from './elements/recovering-process.ts';
import { ScriptTask } from './elements/script-task.ts';
import { TakeOnlySequenceFlow } from './elements/take-only-flow.ts';
import { WaitingEventDefinition } from './elements/waiting-event-definition.ts';
import { WaitingServiceTask } from './elements/waiting-service-task.ts';
import { WhileLoop } from './elements/while-loop.ts';
import type { EngineMessage } from './engine-internals.ts';
import { requireEngine } from './require-engine.ts';
import { type RunContext, runContextOf, runOption } from './run-context.ts';

/** Element types that replace the engine's own; each file says which defect it fixes. */
export const ELEMENT_TYPES = {
  Process: RecoveringProcess,
  SubProcess: CopiedSubProcess,
  SequenceFlow: TakeOnlySequenceFlow,
  ExclusiveGateway,
  ParallelGateway: JoiningParallelGateway,
  InclusiveGateway: JoiningInclusiveGateway,
  ServiceTask: WaitingServiceTask,
  SendTask: WaitingServiceTask,
  BusinessRuleTask: WaitingServiceTask,
  ScriptTask,
  // The engine's own waits for a signal that nobody sends.
  ManualTask: Task,
  ReceiveTask: WaitingServiceTask,
  MultiInstanceLoopCharacteristics: MultiInstanceLoop,
  StartEvent: ChosenStartEvent,
  BoundaryEvent: AttachedEvent,
  StandardLoopCharacteristics: WhileLoop,
  TimerEventDefinition: WaitingEventDefinition,
  MessageEventDefinition: WaitingEventDefinition,
  SignalEventDefinition: WaitingEventDefinition,
  ErrorEventDefinition: WaitingEventDefinition,
  EscalationEventDefinition: WaitingEventDefinition,
  ConditionalEventDefinition: WaitingEventDefinition,
  TerminateEventDefinition: InstanceTermination,
};

const expressions = {
  resolveExpression(text: unknown, message: EngineMessage & { environment: { options: object } }): unknown {
    return typeof text === 'string' ? runContextOf(message.environment).resolve(text, message) : text;
  },
  isExpression: (text: unknown): boolean => typeof text === 'string' && /^(=|[$#]\{)/.test(text),
  hasExpression: (text: unknown): boolean => typeof text === 'string' && /^=|[$#]\{/.test(text),
};

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
  /** Parallel multi-instance starts 50 iterations at a time otherwise; a countersign has all its tasks from the start. */
  batchSize: 100_000,
  /** Leaves idle elements out of the state. */
  disableTrackState: true,
} as const;

/** Options every engine of ours runs with. @throws {BridgeError} `ERR_ENGINE_UNSUPPORTED` */
export function createEngineOptions(run: RunContext): BpmnEngineOptions {
  requireEngine();
  return {
    moddleOptions,
    elements: ELEMENT_TYPES,
    expressions,
    scripts,
    timers,
    settings: ENGINE_SETTINGS,
    ...runOption(run),
  } as unknown as BpmnEngineOptions;
}
