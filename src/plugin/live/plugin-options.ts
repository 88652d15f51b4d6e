import type { CirculationOptions } from '../../config/circulation.ts';
import type { ExpressionOptions } from '../../config/expressions.ts';
import type { LimitOptions } from '../../config/limits.ts';
import type { ProcessDefaults } from '../../config/process-defaults.ts';
import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../../host/host.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { Report } from '../../protocol/report.ts';
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import type { StatusTimeForm } from '../../protocol/task-status.ts';
import type { Locale } from '../../texts/read-locale.ts';
import type { ActionEvent } from '../apply/press/pressed-action.ts';
import type { FindProcess } from '../late-calls/find-called.ts';

/**
 * Options of `createPlugin`, for a service that owns its engine. Unknown options are refused, and all problems are
 * reported at once. Those that a bridge has too mean the same there.
 */
export interface PluginOptions {
  /** Application id in the center, sent with every report. */
  readonly appId: string;
  /** Id of the instance in the center; unique, without control characters, and the same after a recover. */
  readonly instanceId: string;
  /** Account of the person the instance belongs to; also the variable `initiator`. Default: `defaults.systemHandler`, as for a start by a timer. */
  readonly initiator?: string;
  /** Display name of the initiator. Default: the center looks it up. */
  readonly initiatorName?: string;
  /** Your own reference for the instance; the center shows it as serialNumber. Default: the instance's id. */
  readonly businessKey?: string;
  /**
   * Id of the start event with which the instance begins: one of several, or that of a timer, message or signal that your
   * service has received. The payload of a message is the `variables` of `engine.execute`, its key the `businessKey`.
   * Default: the plain start event, or the first one.
   */
  readonly startNodeId?: string;
  /** The task in the center that this instance follows. */
  readonly previousTaskId?: string;
  /** Account of the person who handled that task, for its report. Default: the initiator. */
  readonly previousHandler?: string;
  /**
   * The functions that service tasks call, by name, at least once each. A service that is not among them is looked for in
   * the `services` of the engine, and called as bpmn-engine calls it: `(scope, callback)`. Default: none.
   */
  readonly services?: Readonly<Record<string, ServiceFunction>>;
  /** Runs the scripts of script tasks, conditions and inputs, in a sandbox of your own. Default: none; diagrams with scripts cannot run. */
  readonly scripts?: ScriptFunction;
  /** Says who handles a user task for which the diagram names nobody. Pure and synchronous. Default: none. */
  readonly assign?: Assign;
  /** Values for what a diagram leaves out: handlers, labels, the addresses of tasks, the account of the system. */
  readonly defaults?: ProcessDefaults;
  /**
   * Functions that expressions in the diagram may call, by name: `decide` for `${decide(x)}`, `bean.method` for
   * `${bean.method(x)}`. Pure and synchronous; arguments and result are plain JSON. Default: none; diagrams that call
   * other functions cannot run.
   */
  readonly expressions?: ExpressionOptions;
  /**
   * Says who belongs to a group. `trust-center`: everyone whom the center lets press counts as a member. Default:
   * nobody, so that nobody can press a button of a group task.
   */
  readonly identity?: Identity | 'trust-center';
  /**
   * The message types of the center, by code. With them, the channels of a message and the variables of its template are
   * checked before it is handed to `onMessages`. Default: none.
   */
  readonly messageTypes?: MessageTypes;
  /**
   * The message to the people to whom a task is circulated, if the diagram has no `ttc:notify on="circulated"`.
   * Default: none; nobody is informed then.
   */
  readonly circulation?: CirculationOptions;
  /** Returns the address that a button calls. */
  readonly actionUrl: (taskId: string, action: { readonly key: string }) => string;
  /**
   * Receives the task handling items of each step. Deliver them in this order, each at least once.
   * @param reports the same items, with their kind and an explanation, for `judgeReports`
   */
  readonly onReports: (items: readonly TaskHandlingItem[], reports: readonly Report[]) => void;
  /**
   * Receives the messages of each step for the message center, in order. Send each at least once; a repeated message has
   * the same sendId. Default: none; diagrams with messages cannot run.
   */
  readonly onMessages?: (messages: readonly MessageSendRequest[]) => void;
  /**
   * Receives each press of a button that handles no task, and each operation. Default: none; a button that notifies the
   * process is answered as unmatched if nothing waits for it.
   */
  readonly onAction?: (action: ActionEvent) => void;
  /**
   * Receives the BPMN messages that the instance threw and that nothing in it waited for, and every signal that it threw,
   * in order, for your other instances. Default: none; they are dropped.
   */
  readonly onThrown?: (thrown: readonly ThrownEvent[]) => void;
  /**
   * Returns the BPMN 2.0 XML of the process that a call names, if the file of the call does not contain it; undefined: there
   * is none, and the call waits until `retryServices`. Called after the step in which a token has reached a call that is
   * computed, recursive, or whose process was not given to `prepareProcesses`; the process is drawn in, and entering it is
   * a step of its own. Called again after a recover and for processes that the found one calls; the same query has to get
   * the same file until the call has entered it. Default: none; diagrams with such calls cannot run.
   */
  readonly findProcess?: FindProcess;
  /** Receives errors that no press can report: a start that failed, a service that threw. Default: `idle` rejects. */
  readonly onError?: (error: unknown) => void;
  /** Options of your own for the engine that have to work beside those of the plugin. Default: none. */
  readonly engine?: CallerEngineOptions;
  /**
   * Whether the center itself concludes a transaction after its own BREAK_UP and REVOKE buttons. false: `end` is
   * reported. Default: true.
   */
  readonly concludesItself?: boolean;
  /**
   * Whether tasks are reported that were removed before anybody handled them and that no task follows: with `none`, in the
   * name of the system, so that they leave people's lists. It is not a failure if the center does not know such a task or
   * has already removed it. Default: true.
   */
  readonly reportGone?: boolean;
  /**
   * The state that `answerStatus` gives for a task that the instance does not know: `IN_PROGRESS` or `TERMINATED`.
   * Default: `IN_PROGRESS`.
   */
  readonly unknownTaskStatus?: 'IN_PROGRESS' | 'TERMINATED';
  /**
   * How `answerStatus` writes times: as in reports, or in the short form with a two-digit year. Default:
   * `yyyy-MM-dd HH:mm:ss`.
   */
  readonly statusTimeForm?: StatusTimeForm;
  /** IANA name of the time zone of reports. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** How long the report of a task waits for the service after it, in milliseconds. Default: 10 000. */
  readonly reportHoldMs?: number;
  /**
   * Whether the center shows where a process is while no person has to act: as a task of `defaults.systemHandler` at the node
   * that the process waits at, which nobody can handle. If false, or without that account, the last task is reported with
   * `none`: the center has no open task then, and may not conclude a transaction that ends later. Default: true. See
   * docs/waiting.md.
   */
  readonly systemTasks?: boolean;
  /**
   * Whether an account that stands several times in the list of signers of a countersign gets one task and signs once. false:
   * it gets a task for each time and signs for each, as in the engines of the vendors.
   * Only where the assignee is read from the element of the collection, and for elements that are equal; groups and several
   * candidates are not compared. Default: false.
   */
  readonly oneTaskPerSigner?: boolean;
  /** What one step may take; there is no limit of its time, because the engine is yours. */
  readonly limits?: Omit<LimitOptions, 'stepMs'>;
  /** The language of verdicts, statuses and default labels in the center; or your own texts. Default: `en`. */
  readonly locale?: Locale;
  /** Changes the label of every button and every status, e.g. to translate it. Default: no change. */
  readonly translateLabel?: (label: string) => string;
  /** Returns the current time in epoch milliseconds. Default: the clock of the machine. */
  readonly clock?: () => number;
}

/**
 * Options for your own engine that the plugin combines with its own. Pass all others to `new Engine` beside
 * `plugin.engineOptions`: services, extensions, variables, Logger. The plugin has to replace `expressions`, `scripts`,
 * `timers` and `Process`, and decides about the types that BPMN has; an engine that has others there is refused with
 * `ERR_ENGINE_CONFLICT`.
 */
export interface CallerEngineOptions {
  /** Element types that the plugin does not decide about, by name without prefix. Default: none. */
  readonly elements?: Readonly<Record<string, unknown>>;
  /** Called before the plugin's own, with the types by `bpmn:<name>`; must not set a type that the plugin decides about. Default: none. */
  readonly typeResolver?: (types: Record<string, unknown>) => void;
  /** Called before the plugin's own for every element of the diagram; its result is kept. Default: none. */
  readonly extendFn?: (element: unknown, context: unknown) => object | undefined;
  /** Descriptors of moddle, by prefix. In a namespace with a descriptor moddle drops what it does not list. Default: none. */
  readonly moddleOptions?: Readonly<Record<string, unknown>>;
  /** Settings of the engine's environment; `disableTrackState` is the plugin's, `batchSize` has no effect. Default: none. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A listener of your own: gets every event before the plugin; must not throw. Default: none. */
  readonly listener?: { emit(name: string, ...args: unknown[]): unknown };
}

/** A BPMN message or signal that an instance threw. */
export interface ThrownEvent {
  /** A signal is for everything that waits for it, a message for one receiver. */
  readonly kind: 'message' | 'signal';
  /** The throwing node in the diagram. */
  readonly nodeId: string;
  /** Name of the message or signal. */
  readonly name: string;
  /** Finds the receiver of a message: its own key, else the business key; null for a signal, or without either. */
  readonly correlationKey: string | null;
}
