import type { Expression } from '../expressions/expression.ts';
import type { MessageTemplate } from '../message-template.ts';
import type { ScriptText } from './mapping.ts';

/** Events of a process, and what they wait for or throw. */

/** An event, or a send or receive task with a message. Includes nodes of sub-processes and of inlined called processes. */
export interface EventNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** The event trigger of its first event definition. */
  readonly trigger: EventTrigger;
  /** The event triggers of its other event definitions: any one fires a catch event, a throw event throws all. */
  readonly also?: readonly EventTrigger[];
  readonly role: EventRole;
  /** The message that a throw event also sends to the message center. */
  readonly message?: MessageTemplate;
}

export type EventRole =
  /** Intermediate catch event, target of an event-based gateway, or receive task. */
  | { readonly kind: 'catch' }
  | { readonly kind: 'boundary'; readonly attachedTo: string; readonly interrupting: boolean }
  /** Start event of an event sub-process; `scopeId` is the event sub-process. */
  | { readonly kind: 'start'; readonly scopeId: string; readonly interrupting: boolean }
  /** Start event of the process itself with a message, a signal or a timer. */
  | { readonly kind: 'process-start' }
  /** Intermediate throw event, end event, or send task with a message and no service. */
  | { readonly kind: 'throw' };

export type EventTrigger =
  | TimerTrigger
  /** `name`: the name of the message, else its id; may be an expression. `correlationKey`: `ttc:correlationKey` of the event or message. */
  | { readonly kind: 'message'; readonly name: Expression; readonly correlationKey?: Expression }
  /** `staysInside`: only the throwing instance receives the signal. */
  | { readonly kind: 'signal'; readonly name: Expression; readonly staysInside?: true }
  /** A receive task without a message: completed by `bridge.signal` with its node id. */
  | { readonly kind: 'receive' }
  /** `code` absent: a catch event catches every code; a throw is caught only by such events. `codeVariable`: the variable for the caught code. */
  | { readonly kind: 'error'; readonly code?: string; readonly codeVariable?: string }
  | { readonly kind: 'escalation'; readonly code?: string; readonly codeVariable?: string }
  | ConditionTrigger;

/** The value is read by `timers/timer-time.ts`. */
export interface TimerTrigger {
  readonly kind: 'timer';
  readonly form: 'duration' | 'date' | 'cycle';
  readonly value: Expression;
  /** The end of a cycle: `endDate` of Flowable and Activiti. */
  readonly until?: Expression;
  /** The engine that the file was written for, if it reads the value differently from the others. */
  readonly writtenFor?: 'flowable' | 'zeebe' | 'jbpm';
}

/** Fires when the condition is true at the start of the wait, or after a change of variables. */
export interface ConditionTrigger {
  readonly kind: 'condition';
  readonly condition: Expression;
  /** Evaluated by the host's function for scripts, in a job; the condition is empty then. */
  readonly script?: ScriptText;
  /** Only changes of these variables lead to an evaluation; absent: changes of any variable. */
  readonly variables?: readonly string[];
  /** Only these kinds of changes lead to an evaluation; absent: both. */
  readonly changes?: readonly VariableChange[];
  /** The condition is not evaluated at the start of the wait. */
  readonly onlyChanges?: true;
}

export type VariableChange = 'create' | 'update';

/** One node per event definition of an event, each with its trigger, in the order of the file. */
export function eventsOf(node: EventNode): readonly EventNode[] {
  const { also = [], ...first } = node;
  return [first, ...also.map((trigger) => ({ ...first, trigger }))];
}

/** The same for all events of a process. */
export function listEvents({ events }: { readonly events: ReadonlyMap<string, EventNode> }): readonly EventNode[] {
  return [...events.values()].flatMap(eventsOf);
}
