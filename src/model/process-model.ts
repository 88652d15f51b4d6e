/**
 * What a .bpmn file says, in the words of the center: the one result of reading a file.
 * Plain, frozen data and compiled expressions; knows nothing of an engine, a database or a network.
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
  /** Of the form of the plain start event: set where the start gives no others. */
  readonly startDefaults?: readonly FormDefault[];
  readonly userTasks: ReadonlyMap<string, UserTaskNode>;
  readonly services: ReadonlyMap<string, ServiceNode>;
  /** Of the flows whose source looks at conditions, without those that scripts decide; absent in what was stored before. */
  readonly conditions?: ReadonlyMap<string, Expression>;
  /** Exclusive gateways whose flow is chosen by a press or a vote and not by conditions, by gateway id. */
  readonly routedGateways: ReadonlySet<string>;
  /** Everything that waits for something other than a person or a service, or throws it. Plain start and end events and terminate ends are not among them. */
  readonly events: ReadonlyMap<string, EventNode>;
  readonly subProcesses: ReadonlyMap<string, SubProcessNode>;
  /** What terminate end events end beyond the scope they stand in, by their ids; absent: nothing. */
  readonly terminations?: ReadonlyMap<string, 'instance' | 'multi-instance'>;
  /** Messages that every task of it sends, and its end; absent: none. */
  readonly notices?: readonly Notice[];
  /** Ids of nodes and flows that no author drew: people are not shown them. Absent: none. */
  readonly reserved?: ReadonlySet<string>;
}

/**
 * An event, or a receive task, which is a message catch. Nodes of sub-processes and of inlined called processes are among
 * them, as they are among the user tasks and services.
 */
export interface EventNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Of its first event definition. */
  readonly trigger: EventTrigger;
  /** Of its further ones, in the order of the file: any of them sets it off, and a throw throws them all. */
  readonly also?: readonly EventTrigger[];
  readonly role: EventRole;
  /** Of a message that is thrown: what goes to the message center as well. */
  readonly message?: MessageTemplate;
}

export type EventRole =
  /** Intermediate catch event, target of an event-based gateway, or receive task. */
  | { readonly kind: 'catch' }
  | { readonly kind: 'boundary'; readonly attachedTo: string; readonly interrupting: boolean }
  /** Start event of an event sub-process; `scopeId` is the event sub-process. */
  | { readonly kind: 'start'; readonly scopeId: string; readonly interrupting: boolean }
  /** Start event of the process itself that a message, a signal or a timer sets off. */
  | { readonly kind: 'process-start' }
  /** Intermediate throw event, end event, or send task with a message and no service. */
  | { readonly kind: 'throw' };

export type EventTrigger =
  | TimerTrigger
  /** `name`: of the message in the file, else its id; an expression may stand in it. `correlationKey`: `ttc:correlationKey`, on the event or on the message. */
  | { readonly kind: 'message'; readonly name: Expression; readonly correlationKey?: Expression }
  /** `staysInside`: what throws it is heard in its own instance alone. */
  | { readonly kind: 'signal'; readonly name: Expression; readonly staysInside?: true }
  /** A receive task without a message: goes on when it is told to by its node id. */
  | { readonly kind: 'receive' }
  /** `code` absent: catches every one; of a throw: only what catches every one catches it. `codeVariable`: what takes the code that was caught. */
  | { readonly kind: 'error'; readonly code?: string; readonly codeVariable?: string }
  | { readonly kind: 'escalation'; readonly code?: string; readonly codeVariable?: string }
  | ConditionTrigger;

/** How its value is read: `timers/timer-time.ts`. */
export interface TimerTrigger {
  readonly kind: 'timer';
  readonly form: 'duration' | 'date' | 'cycle';
  readonly value: Expression;
  /** Of a cycle: when it ends, `endDate` of Flowable and Activiti. */
  readonly until?: Expression;
  /** The engine the file was drawn for, where it reads such a time otherwise than the others. */
  readonly writtenFor?: 'flowable' | 'zeebe' | 'jbpm';
}

/** Fires when the condition is true as the wait begins, or after a change of variables. */
export interface ConditionTrigger {
  readonly kind: 'condition';
  readonly condition: Expression;
  /** Decided by the host's function for scripts, in a job; the condition is empty then. */
  readonly script?: ScriptText;
  /** The only variables whose changes are looked at; absent: every one. */
  readonly variables?: readonly string[];
  /** The only changes that are looked at; absent: both. */
  readonly changes?: readonly VariableChange[];
  /** It is not looked at as its wait begins. */
  readonly onlyChanges?: true;
}

export type VariableChange = 'create' | 'update';

export interface SubProcessNode {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly triggeredByEvent: boolean;
  /** Multi-instance, without votes. */
  readonly countersign?: Countersign;
  /** A called process with variables of its own. */
  readonly own?: CalledVariables;
}

/** What a called process finds among its own variables besides what its call passes. */
export interface CalledVariables {
  /** Extra name of the variable `initiator`, from the start event of the called process. */
  readonly initiatorVariable?: string;
}

/** How variables go between a caller and a called process that has its own. */
export interface CallPassing {
  readonly way: 'in' | 'out';
  /** All that the other side has, besides what is set by name. */
  readonly all?: true;
  /** In: the element variable and the counters of a multi-instance call. */
  readonly local?: true;
  /** Out: expressions read also what the call itself sees. */
  readonly seesCaller?: true;
  /** Out: also where the call is left by an error that is caught. */
  readonly onError?: true;
  /** Out: also where an escalation leaves the call that is caught around it; the call may go on. */
  readonly onEscalation?: true;
}

/** A standard loop on a user task: while the condition holds, at most `maximum` rounds. */
export interface StandardLoop {
  /** Absent: only `maximum` ends it. */
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
  /** As drawn. */
  readonly nodeName: string;
  /** What a task of it is called, where an expression stands in the drawn name. */
  readonly computedName?: Expression;
  /** Who handles it, in order of precedence; the first that is not empty when evaluated wins. */
  readonly assignment: readonly AssignmentSource[];
  readonly taskName?: Expression;
  /** `taskSummary`, at most five. */
  readonly summary: readonly SummaryEntry[];
  readonly timeOut?: DueSource;
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  /** Templates with {taskId} and the other names of texts, and expressions. */
  readonly urls: TaskUrls;
  /** Buttons of the task in diagram order: the node's own (explicit or derived), then those of the process. */
  readonly buttons: readonly CountedButton[];
  /** Buttons the report that handles this task adds to it in the handled list. */
  readonly previousActions: readonly CountedButton[];
  readonly countersign?: Countersign;
  readonly standardLoop?: StandardLoop;
  /** What its own expressions see beside the variables. */
  readonly inputs?: readonly Mapping[];
  /** Inputs that the host's function for scripts gives, before anybody is given the task. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Variables that are set when it is handled. */
  readonly outputs?: readonly Mapping[];
  /** Outputs that the same function gives, once it is handled and before its token goes on. */
  readonly outputScripts?: readonly ScriptMapping[];
  /** Variables that take what a press gives under another name. */
  readonly results?: readonly TaskResult[];
  /** Of its form: set by a press that handles it where they are not set yet. */
  readonly formDefaults?: readonly FormDefault[];
  /** Messages it sends by itself; absent: none. */
  readonly notices?: readonly Notice[];
}

/** A data output of jBPM. */
export interface TaskResult {
  /** As the page of the task calls it. */
  readonly name: string;
  readonly variable: string;
}

/** The default of a form field. */
export interface FormDefault {
  /** What the field sets. */
  readonly variable: string;
  readonly type: 'text' | 'number' | 'boolean';
  readonly value: Expression;
}

export interface AssignmentSource {
  readonly kind: 'handlers' | 'handlingGroup';
  /** Where the diagram says it, e.g. `camunda:assignee`, for messages. */
  readonly from: string;
  /** Each gives one account or group, a comma-separated string of them, or an array. */
  readonly expressions: readonly Expression[];
}

/** Whole hours given as `ttc:timeOut`, or a due date or duration to be turned into hours from creation. */
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
  /** Page actions only: the address the page opens, a template as those of the task. */
  readonly url?: string;
  readonly effect: ButtonEffect;
  /** A signer's vote, in a countersign with votes. */
  readonly vote?: Vote;
  /** Of a TRANSFER or CIRCULARIZE that opens no page: to whom, one account, several, or a list of them. */
  readonly to?: Expression;
}

export interface CountedButton extends Button {
  /** How many times it may be used at one task; absent means without limit. Of a button of the handled list, or of the process. */
  readonly times?: number;
}

export type Vote = 'approve' | 'reject';

/** What a press does before the task is completed. */
export type ButtonEffect =
  /** Completes the task; conditions decide what follows. */
  | { readonly kind: 'complete' }
  /** Completes the task and takes this flow of this gateway. */
  | { readonly kind: 'route'; readonly gatewayId: string; readonly flowId: string }
  /** Sets the variable the gateway behind it tests, then completes the task. */
  | { readonly kind: 'set'; readonly variable: string; readonly value: string | number | boolean | null }
  /** Completes nothing: an operation, or a custom action that is told to the process (design, Operations). */
  | { readonly kind: 'operation' };

export interface Countersign {
  readonly sequential: boolean;
  /** Exactly one of `collection` and `cardinality` is present, or both as the engine takes them. */
  readonly collection?: Expression;
  readonly elementVariable?: string;
  /** A text that the collection gives is the name of the variable with the list. */
  readonly collectionByName?: true;
  /** Of the first instance in `loopCounter`; absent: 0. */
  readonly countsFrom?: 1;
  /** Variable with the number of an instance, beside `loopCounter`. */
  readonly indexVariable?: string;
  readonly cardinality?: Expression;
  /** The BPMN completion condition, over the counters. */
  readonly condition?: Expression;
  /** The same as a script: the host's function for scripts is asked each time an instance is done, before that is counted. */
  readonly conditionScript?: ScriptText;
  /** A terminate end event in one of its instances ends all of them. */
  readonly terminable?: true;
  /** `ttc:completion`. */
  readonly completion?: CompletionRule;
  /**
   * `ttc:countersign="shared"`, of a parallel countersign over a collection: its signers become the handlers of one task.
   * Completion and votes count as if each had a task of their own.
   */
  readonly shared?: true;
  /** What becomes of what its instances give. */
  readonly output?: MultiInstanceOutput;
  /** Present where signers vote: the gateway behind the countersign and the flow each result takes. */
  readonly votes?: { readonly gatewayId: string; readonly approve: string; readonly reject: string };
}

/** A list of what each instance gives, set when the multi-instance is over. */
export interface MultiInstanceOutput {
  /** The variable with the list. */
  readonly collection: string;
  readonly element: Expression;
  /** The variable that `element` is, where it is one: what another instance has set there is not read. */
  readonly variable?: string;
  /**
   * In the order in which the instances end, behind what the variable had before; absent: each at the place of its
   * instance, null for one that did not end.
   */
  readonly appends?: true;
}

export type CompletionRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'any' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

/**
 * A service, send, business rule or script task, or a gateway whose conditions are scripts: a call of a function of the
 * host, queued as a job.
 */
export interface ServiceNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Empty for a script task, which calls the one function for all scripts, or none, and where it is computed. */
  readonly service: string;
  /** Gives the name of the service when its job is made. */
  readonly computedName?: Expression;
  /** What the host's function for scripts is to run. */
  readonly script?: ScriptText;
  /** Of a gateway: scripts that say whether a flow is taken, in the order of the file. */
  readonly conditions?: {
    /** The first that is true decides. */
    readonly takesOne: boolean;
    /** What its flows come out of in the file: the gateway itself was drawn when the file was prepared. */
    readonly behind?: string;
    readonly scripts: readonly { readonly flowId: string; readonly script: ScriptText }[];
  };
  /** Inputs that the function for scripts gives, before the service is called. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Computed at once, in place of a call: the FEEL of a `zeebe:script`, an expression that names no bean. */
  readonly expression?: Expression;
  /** Takes the whole result; absent: the keys of the result become variables. */
  readonly resultVariable?: string;
  readonly inputs: readonly Mapping[];
  /** Evaluated over variables and result; when present, nothing else of the result is kept, but see `keepsFields`. */
  readonly outputs: readonly Mapping[];
  /** Of an external task of Camunda 7, whose worker sets variables beside the outputs: the keys of the result. */
  readonly keepsFields?: true;
  /** Outputs that the function for scripts gives, once the service has returned. */
  readonly outputScripts?: readonly ScriptMapping[];
  readonly countersign?: Countersign;
  /** No service of the host: what a call of a process waits for that is found when a token comes to it. */
  readonly call?: LateCall;
  /** No service of the host either: variables that are set where a call is entered or left. */
  readonly assign?: readonly Mapping[];
  /** Where the called process has variables of its own: `assign` is evaluated on one side and set on the other. */
  readonly passes?: CallPassing;
}

/** A call activity whose process is drawn in while an instance runs. */
export interface LateCall {
  /** The call activity; its wait is inside of it. */
  readonly callId: string;
  /** Gives the id of a process, which may have a prefix; or that of a definition. */
  readonly target: Expression;
  /** `latest`: as `process`, where the call asks for the latest version. */
  readonly by: 'process' | 'latest' | 'definition';
  /** The file that the call was drawn in, where that is not the file of the definition. */
  readonly file?: CallingFile;
}

/** A file, named by a process in it: by that version of it, or by the one that is the latest. */
export type CallingFile = { readonly definitionId: string } | { readonly processId: string };

export interface ScriptText {
  /** Language, as the diagram calls it, e.g. `javascript`. */
  readonly format: string;
  /** Empty where the script stands in another file. */
  readonly text: string;
  /** The file it stands in, as the diagram calls it. */
  readonly resource?: string;
}

export interface Mapping {
  readonly name: string;
  /** The part of the variable that takes the value; absent: all of it. */
  readonly path?: MappedPath;
  readonly value: Expression;
  /** It stands in `job.input` alone: no expression sees it. */
  readonly field?: true;
}

export interface ScriptMapping extends Omit<Mapping, 'value' | 'field'> {
  readonly script: ScriptText;
}
