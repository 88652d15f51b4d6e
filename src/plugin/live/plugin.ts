import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../../host/host.ts';
import type { DefaultHandlers } from '../../model/default-assignment.ts';
import type { ExpressionFunction } from '../../model/expressions/host-functions.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { Locale } from '../../texts/read-locale.ts';
import type { OpenTask } from '../state/ledger.ts';

/** Options of `createPlugin`, for a service that owns its engine. */
export interface PluginOptions {
  /** Application id in the center, sent with every report. */
  readonly appId: string;
  /** Id of the instance in the center; unique, and the same after a recover. */
  readonly instanceId: string;
  /** Account of the person the instance belongs to; also the variable `initiator`. */
  readonly initiator: string;
  /** Display name of the initiator. Default: the center looks it up. */
  readonly initiatorName?: string;
  /** Your own reference for the instance; the center shows it as serialNumber. Default: the instance's id. */
  readonly businessKey?: string;
  /** The task in the center that this instance follows. */
  readonly previousTaskId?: string;
  /** Account of the person who handled that task, for its report. Default: the initiator. */
  readonly previousHandler?: string;
  /** The functions that service tasks call, by name, at least once each. Default: none. */
  readonly services?: Readonly<Record<string, ServiceFunction>>;
  /** Runs the scripts of script tasks, conditions and inputs, in a sandbox of your own. Default: none; diagrams with scripts cannot run. */
  readonly scripts?: ScriptFunction;
  /** Says who handles a user task for which the diagram names nobody. Pure and synchronous. Default: none. */
  readonly assign?: Assign;
  /**
   * Who handles such a task if `assign` names nobody either. Default: nobody; diagrams with a task that names nobody
   * cannot run.
   */
  readonly defaults?: DefaultHandlers;
  /**
   * Functions that expressions in the diagram may call, by name: `decide` for `${decide(x)}`, `bean.method` for
   * `${bean.method(x)}`. Pure and synchronous; arguments and result are plain JSON. Default: none; diagrams that call
   * other functions cannot run.
   */
  readonly expressions?: { readonly functions?: Readonly<Record<string, ExpressionFunction>> };
  /** Says who belongs to a group. Default: nobody, so that nobody can press a button of a group task. */
  readonly identity?: Identity | 'trust-center';
  /**
   * Account that is reported as the handler of a group task that an event or the host ended before anybody handled it.
   * Default: none; such a step fails with `ERR_NO_HANDLER`.
   */
  readonly systemHandler?: string;
  /** Returns the address that a button calls. */
  readonly actionUrl: (taskId: string, action: { readonly key: string }) => string;
  /** Receives the task handling items of each step. Deliver them in this order, each at least once. */
  readonly onReports: (items: readonly TaskHandlingItem[]) => void;
  /**
   * Receives the messages of each step for the message center, in order. Send each at least once; a repeated message has
   * the same sendId. Default: none; diagrams with messages cannot run.
   */
  readonly onMessages?: (messages: readonly MessageSendRequest[]) => void;
  /** Receives errors that no press can report: a start that failed, a service that threw. Default: `idle` rejects. */
  readonly onError?: (error: unknown) => void;
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
  /** IANA name of the time zone of reports. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** How long the report of a task waits for the service after it, in milliseconds. Default: 10 000. */
  readonly reportHoldMs?: number;
  /** The language of verdicts, statuses and default labels in the center; or your own texts. Default: `en`. */
  readonly locale?: Locale;
  /** Returns the current time in epoch milliseconds. Default: the clock of the machine. */
  readonly clock?: () => number;
}

/** A press: who presses which button of a task. */
export interface PluginPress {
  /** The person who presses; must have the right to press the button. */
  readonly account: string;
  /** Key of the button. Default: the button that `nextNodeKey` names, or the only one. */
  readonly action?: string;
  /** The button's `nextNodeKey`: the id of what follows it. If it contradicts `action`, the press is `invalid`. */
  readonly nextNodeKey?: string;
  /** The person's opinion; becomes a variable of the process and part of the report. */
  readonly opinions?: string;
  /** Epoch milliseconds. Default: now. */
  readonly time?: number;
  /** Variables to set before the task is completed. Plain JSON. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/**
 * The translation between one running engine and the center, for a service that owns engine and persistence.
 * Its state is only in memory: store `snapshot()` together with the engine's state, after each press and each report.
 */
export interface Plugin {
  /** Spread these into the options of `new Engine`, together with the source: replaced element types, expressions, parsing. */
  readonly engineOptions: Readonly<Record<string, unknown>>;
  /** Pass this to `execute` and to `resume`. */
  readonly listener: { emit(name: string, ...args: unknown[]): boolean };
  /** Tasks that are open in the center now. */
  readonly openTasks: readonly OpenTask[];
  /**
   * Presses a button of an open task. A press that ends the instance stops the engine. Of two concurrent presses one is
   * applied and the other gets `stale`. After `failed` the engine may have moved: stop it, and recover engine and plugin
   * from the last stored state; then the same press can be repeated.
   */
  press(taskId: string, press: PluginPress): Promise<Verdict>;
  /**
   * Sends a message to the first element in the instance that waits for it, or a signal to all elements that wait for it;
   * or completes a receive task for the first token that waits there.
   * @returns whether anything was waiting
   * @throws {StepError} `ERR_SUSPENDED`: nothing was changed; send it again once the instance is activated.
   * `ERR_STEP_FAILED`: the engine has not run yet or was stopped, or the step failed
   */
  deliver(
    event: { readonly payload?: Readonly<Record<string, unknown>> } & (
      | { readonly kind: 'message' | 'signal'; readonly name: string }
      | { readonly kind: 'receive'; readonly nodeId: string }
    ),
  ): boolean;
  /** Repeats the failed service calls. */
  retryServices(): void;
  /** Resolves when no service is running. @throws the error of a start or a service, if there is no `onError` */
  idle(): Promise<void>;
  /**
   * The complete state of the plugin as JSON; store it together with the state of the engine. Once the engine is stopped,
   * no timer fires and nothing is reported any more.
   * @throws {StepError} `ERR_STEP_FAILED`: the engine has not run yet
   */
  snapshot(): string;
  /** Call this before `engine.recover`. @throws {StepError} `ERR_SNAPSHOT_INVALID` */
  recover(snapshot: string): void;
}
