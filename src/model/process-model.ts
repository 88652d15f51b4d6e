/**
 * The result of reading a .bpmn file, in the terms of the center. Frozen data and compiled expressions, independent of an
 * engine, a database or a network.
 */

import type { OptType } from '../protocol/action.ts';
import type { ActionType, HttpMethod } from '../protocol/constants.ts';
import type { Expression } from './expressions/expression.ts';
import type { MappedPath } from './mapped-values.ts';
import type { MessageTemplate, Notice } from './message-template.ts';

export interface ProcessModel {
  readonly processId: string;
  readonly processName: string;
  readonly transTypeCode: string;
  readonly transTypeName: string;
  /** The spec's `transcationName`. */
  readonly transactionName?: Expression;
  /** `transSummary`, at most five. */
  readonly summary: readonly SummaryEntry[];
  /** Extra name of the variable `initiator`, from camunda:/flowable:/activiti:initiator on the start event. */
  readonly initiatorVariable?: string;
  /** Defaults of the form of the plain start event, for variables that the start does not set. */
  readonly startDefaults?: readonly FormDefault[];
  readonly userTasks: ReadonlyMap<string, UserTaskNode>;
  readonly services: ReadonlyMap<string, ServiceNode>;
  /** Conditions that are evaluated as expressions, by flow id; absent in models stored by earlier versions. */
  readonly conditions?: ReadonlyMap<string, Expression>;
  /** Ids of exclusive gateways whose flow is chosen by a press or votes, not by conditions. */
  readonly routedGateways: ReadonlySet<string>;
  /** Events and receive tasks with a trigger, by node id; without plain start and end events and terminate end events. */
  readonly events: ReadonlyMap<string, EventNode>;
  readonly subProcesses: ReadonlyMap<string, SubProcessNode>;
  /** What terminate end events end beyond their own scope, by their ids; absent: nothing. */
  readonly terminations?: ReadonlyMap<string, 'instance' | 'multi-instance'>;
  /** Messages that are sent for each of its tasks, and at its end; absent: none. */
  readonly notices?: readonly Notice[];
  /** Ids of nodes and flows that were generated when the file was prepared; they are not shown to people. Absent: none. */
  readonly reserved?: ReadonlySet<string>;
}

/** An event, or a send or receive task with a message. Includes nodes of sub-processes and of inlined called processes. */
export interface EventNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** The trigger of its first event definition. */
  readonly trigger: EventTrigger;
  /** The triggers of its other event definitions: any one triggers a catch event, a throw event throws all. */
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
  /** Only changes of these variables trigger an evaluation; absent: changes of any variable. */
  readonly variables?: readonly string[];
  /** Only these kinds of changes trigger an evaluation; absent: both. */
  readonly changes?: readonly VariableChange[];
  /** The condition is not evaluated at the start of the wait. */
  readonly onlyChanges?: true;
}

export type VariableChange = 'create' | 'update';

export interface SubProcessNode {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly triggeredByEvent: boolean;
  /** Multi-instance, without votes. */
  readonly multiInstance?: MultiInstance;
  /** Present for a called process with its own variables. */
  readonly own?: CalledVariables;
}

/** Variables of a called process in addition to those that its call passes. */
export interface CalledVariables {
  /** Extra name of the variable `initiator`, from the start event of the called process. */
  readonly initiatorVariable?: string;
}

/** How variables are passed between a caller and a called process with its own variables. */
export interface CallPassing {
  readonly way: 'in' | 'out';
  /** Passes all variables, in addition to those passed by name. */
  readonly all?: true;
  /** In: the element variable and the counters of a multi-instance call. */
  readonly local?: true;
  /** Out: expressions may also read the variables of the caller. */
  readonly seesCaller?: true;
  /** Out: also if a caught error ends the call. */
  readonly onError?: true;
  /** Out: also if an escalation is caught outside the call; the call may continue. */
  readonly onEscalation?: true;
}

/** A standard loop on a user task: repeated while the condition is true, at most `maximum` times. */
export interface StandardLoop {
  /** Absent: repeated `maximum` times. */
  readonly condition?: Expression;
  readonly testBefore: boolean;
  readonly maximum?: number;
}

export interface SummaryEntry {
  readonly title: string;
  readonly content: Expression;
}

export interface UserTaskNode {
  readonly nodeId: string;
  /** The name in the diagram. */
  readonly nodeName: string;
  /** The name of a task, if the name in the diagram contains an expression. */
  readonly computedName?: Expression;
  /** The sources of its handlers in order of precedence; the first that evaluates to a non-empty value is used. */
  readonly assignment: readonly AssignmentSource[];
  readonly taskName?: Expression;
  /** `taskSummary`, at most five. */
  readonly summary: readonly SummaryEntry[];
  readonly timeOut?: DueSource;
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  /** Templates with placeholders such as {taskId}, and expressions. */
  readonly urls: TaskUrls;
  /** Buttons of the task in diagram order: the node's own (explicit or derived), then those of the process. */
  readonly buttons: readonly CountedButton[];
  /** Buttons of the task in the list of handled tasks, sent with the report that handles it. */
  readonly handledButtons: readonly CountedButton[];
  readonly multiInstance?: MultiInstance;
  readonly standardLoop?: StandardLoop;
  /** Values that only its own expressions can read, in addition to the variables. */
  readonly inputs?: readonly Mapping[];
  /** Inputs that the host's function for scripts evaluates before the task is created in the center. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Variables that are set when the task is handled. */
  readonly outputs?: readonly Mapping[];
  /** Outputs that the same function evaluates after the task is handled, before its token moves on. */
  readonly outputScripts?: readonly ScriptMapping[];
  /** Values of a press that are stored in variables with other names. */
  readonly results?: readonly TaskResult[];
  /** Defaults of its form, set by the press that handles the task for variables that are not set yet. */
  readonly formDefaults?: readonly FormDefault[];
  /** Messages that are sent for the task; absent: none. */
  readonly notices?: readonly Notice[];
}

/** A data output of jBPM. */
export interface TaskResult {
  /** The name that the page of the task uses. */
  readonly name: string;
  readonly variable: string;
}

/** The default of a form field. */
export interface FormDefault {
  /** The variable that the field sets. */
  readonly variable: string;
  readonly type: 'text' | 'number' | 'boolean';
  readonly value: Expression;
}

export interface AssignmentSource {
  readonly kind: 'handlers' | 'handlingGroup';
  /** The place in the diagram, e.g. `camunda:assignee`, for messages. */
  readonly from: string;
  /** Each evaluates to one account or group, a comma-separated string of them, or an array. */
  readonly expressions: readonly Expression[];
}

/** `ttc:timeOut` in whole hours, or a due date or duration that is converted to hours from creation. */
export interface DueSource {
  readonly kind: 'hours' | 'due';
  readonly expression: Expression;
}

export interface TaskUrls {
  readonly handleUrl?: string;
  readonly viewUrl?: string;
  readonly mHandleUrl?: string;
  readonly mViewUrl?: string;
}

export interface Button {
  /** Unique in the node; part of the callback url; letters, digits, `_`, `-`, `.` only. */
  readonly key: string;
  readonly type: ActionType;
  readonly label: string;
  readonly optType: OptType;
  readonly method: HttpMethod;
  readonly allowMerge: 0 | 1;
  readonly nextNodeKey?: string;
  /** Only for a button that opens a page: the address of the page, a template like the urls of the task. */
  readonly url?: string;
  readonly effect: ButtonEffect;
  /** A signer's vote, in a countersign with votes. */
  readonly vote?: Vote;
  /** The accounts to which a TRANSFER or CIRCULARIZE without a page goes: one, comma-separated, or an array. */
  readonly to?: Expression;
}

export interface CountedButton extends Button {
  /** How often it may be used per task; absent: unlimited. For buttons of handled tasks and of the process. */
  readonly times?: number;
}

export type Vote = 'approve' | 'reject';

/** What a press does before the task is completed. */
export type ButtonEffect =
  /** Completes the task; conditions decide what follows. */
  | { readonly kind: 'complete' }
  /** Completes the task and takes this flow of this gateway. */
  | { readonly kind: 'route'; readonly gatewayId: string; readonly flowId: string }
  /** Sets the variable that the gateway after the task tests, then completes the task. */
  | { readonly kind: 'set'; readonly variable: string; readonly value: string | number | boolean | null }
  /** Does not complete the task: an operation, or a button that triggers an event of the process. */
  | { readonly kind: 'operation' };

export interface MultiInstance {
  readonly sequential: boolean;
  /** At least one of `collection` and `cardinality` is present. */
  readonly collection?: Expression;
  readonly elementVariable?: string;
  /** If the collection evaluates to a text, the text is the name of the variable with the list. */
  readonly collectionByName?: true;
  /** `loopCounter` of the first instance; absent: 0. */
  readonly countsFrom?: 1;
  /** Additional variable with the number of an instance, like `loopCounter`. */
  readonly indexVariable?: string;
  readonly cardinality?: Expression;
  /** The BPMN completion condition, over the counters. */
  readonly condition?: Expression;
  /** The same as a script, which the host's function for scripts runs each time an instance completes, before it is counted. */
  readonly conditionScript?: ScriptText;
  /** A terminate end event in one instance ends all instances. */
  readonly terminable?: true;
  /** `ttc:completion`. */
  readonly completion?: CompletionRule;
  /**
   * `ttc:countersign="shared"` on a parallel countersign over a collection: the signers become the handlers of one task.
   * Completion and votes are counted as if each had a separate task.
   */
  readonly shared?: true;
  /** The output collection. */
  readonly output?: MultiInstanceOutput;
  /** Present if signers vote: the gateway after the countersign, and the flow for each result. */
  readonly votes?: { readonly gatewayId: string; readonly approve: string; readonly reject: string };
}

/** The output collection of a multi-instance: a list with one value per instance, set when the multi-instance completes. */
export interface MultiInstanceOutput {
  /** The variable with the list. */
  readonly collection: string;
  readonly element: Expression;
  /** The variable, if `element` is a plain variable; a value that another instance has set is not read. */
  readonly variable?: string;
  /**
   * Values are appended to the previous list in the order in which the instances complete. Absent: each value is at the
   * index of its instance, null for an instance that did not complete.
   */
  readonly appends?: true;
}

export type CompletionRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'any' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

/**
 * A service, send, business rule or script task, or a gateway whose conditions are scripts: calls a function of the host,
 * as a job.
 */
export interface ServiceNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Empty for a script task, which calls the function for scripts or none, and for a computed name. */
  readonly service: string;
  /** Evaluates to the name of the service when the job is created. */
  readonly computedName?: Expression;
  /** The script for the host's function for scripts. */
  readonly script?: ScriptText;
  /** For a gateway: the scripts that decide whether a flow is taken, in the order of the file. */
  readonly conditions?: {
    /** Only the first flow whose script returns true is taken. */
    readonly takesOne: boolean;
    /** Id of the source of the flows in the file, if the gateway was generated when the file was prepared. */
    readonly behind?: string;
    readonly scripts: readonly { readonly flowId: string; readonly script: ScriptText }[];
  };
  /** Inputs that the function for scripts evaluates before the service is called. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Evaluated by the step instead of a call: the FEEL of a `zeebe:script`, or an expression that names no bean. */
  readonly expression?: Expression;
  /** The variable for the whole result; absent: the keys of the result become variables. */
  readonly resultVariable?: string;
  readonly inputs: readonly Mapping[];
  /** Evaluated with the variables and the result; if present, nothing else of the result is kept, except with `keepsFields`. */
  readonly outputs: readonly Mapping[];
  /** The keys of the result become variables in addition to the outputs, as for an external task of Camunda 7. */
  readonly keepsFields?: true;
  /** Outputs that the function for scripts evaluates after the service has returned. */
  readonly outputScripts?: readonly ScriptMapping[];
  readonly multiInstance?: MultiInstance;
  /** The node calls no service: it waits for a called process that is resolved at run time. */
  readonly call?: LateCall;
  /** The node calls no service: it sets variables at the start or end of a call. */
  readonly assign?: readonly Mapping[];
  /** If the called process has its own variables: `assign` is evaluated on one side and set on the other. */
  readonly passes?: CallPassing;
}

/** A call activity whose process is inlined at run time. */
export interface LateCall {
  /** Id of the call activity, which contains the waiting node. */
  readonly callId: string;
  /** Evaluates to the id of a process, which may have a prefix, or of a definition. */
  readonly target: Expression;
  /** `latest`: like `process`, but the call requires the latest version. */
  readonly by: 'process' | 'latest' | 'definition';
  /** The file of the call, if it is not the file of the definition. */
  readonly file?: CallingFile;
}

/** A file, identified by a definition, or by a process in its latest version. */
export type CallingFile = { readonly definitionId: string } | { readonly processId: string };

export interface ScriptText {
  /** The language as written in the diagram, e.g. `javascript`. */
  readonly format: string;
  /** Empty if the script is in another file. */
  readonly text: string;
  /** The file of the script, as written in the diagram. */
  readonly resource?: string;
}

export interface Mapping {
  readonly name: string;
  /** The path inside the variable that is set; absent: the whole variable. */
  readonly path?: MappedPath;
  readonly value: Expression;
  /** Passed in `job.input` only; expressions cannot read it. */
  readonly field?: true;
}

export interface ScriptMapping extends Omit<Mapping, 'value' | 'field'> {
  readonly script: ScriptText;
}
