import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../../host.ts';
import type { DefaultHandlers } from '../../model/default-assignment.ts';
import type { ExpressionFunction } from '../../model/expressions/host-functions.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { Locale } from '../../texts/read-locale.ts';
import type { OpenTask } from '../state/ledger.ts';

/** What a service that owns its engine gives the plugin. */
export interface PluginOptions {
  /** Application id in the center, sent with every report. */
  readonly appId: string;
  /** Names the instance in the center; unique, and the same after a recover. */
  readonly instanceId: string;
  /** Account of the person the instance belongs to; also a variable of that name. */
  readonly initiator: string;
  /** Their name, as the center shows it. Default: the center looks it up. */
  readonly initiatorName?: string;
  /** Your own name of the matter; the center shows it as serialNumber. Default: the instance's id. */
  readonly businessKey?: string;
  /** The task in the center this instance follows. */
  readonly previousTaskId?: string;
  /** Account of who handled it, as its report says. Default: the initiator. */
  readonly previousHandler?: string;
  /** The functions that service tasks call, by name, at least once each. Default: none. */
  readonly services?: Readonly<Record<string, ServiceFunction>>;
  /** Runs the scripts of script tasks, conditions and inputs, in a sandbox of your own. Default: none; a source with scripts cannot run. */
  readonly scripts?: ScriptFunction;
  /** Says who handles a user task for which the source names nobody. Pure and synchronous. Default: none. */
  readonly assign?: Assign;
  /**
   * Who handles it where `assign` names nobody either. Default: nobody; a source with a task that names nobody cannot run.
   */
  readonly defaults?: DefaultHandlers;
  /**
   * What expressions of the source call, by name: `decide` for `${decide(x)}`, `bean.method` for `${bean.method(x)}`.
   * Pure and synchronous, with plain JSON as arguments and result. Default: none; a source that calls others cannot run.
   */
  readonly expressions?: { readonly functions?: Readonly<Record<string, ExpressionFunction>> };
  /** Who belongs to a group. Default: nobody, so that tasks of groups cannot be pressed. */
  readonly identity?: Identity | 'trust-center';
  /**
   * Account that is named for a task of a group that an event or the host ended while nobody handled it. Default: none,
   * and such a step fails with `ERR_NO_HANDLER`.
   */
  readonly systemHandler?: string;
  /** The address a button calls. */
  readonly actionUrl: (taskId: string, action: { readonly key: string }) => string;
  /** Told of each step's task handling items, in order. Deliver them in this order, each at least once. */
  readonly onReports: (items: readonly TaskHandlingItem[]) => void;
  /**
   * Told of each step's messages for the message center, in order. Send them, each at least once; the sendId of a
   * repeat is the same. Default: none; a source with messages cannot run.
   */
  readonly onMessages?: (messages: readonly MessageSendRequest[]) => void;
  /** Told of what went wrong outside of a press: a start that failed, a service that threw. Default: `idle` rejects. */
  readonly onError?: (error: unknown) => void;
  /**
   * Whether the center concludes a transaction by itself after its own BREAK_UP and REVOKE buttons; false: an `end` is
   * reported. Default: true.
   */
  readonly concludesItself?: boolean;
  /**
   * Whether tasks are reported that vanished without being handled and that nothing leads on from, as `none` in the name
   * of the system, so that they leave people's lists; that the center does not know such a task, or has it off the list,
   * is no failure. Default: true.
   */
  readonly reportGone?: boolean;
  /** IANA name of the zone reports are written in. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** How long a report waits for the service its task caused, in milliseconds. Default: 10 000. */
  readonly reportHoldMs?: number;
  /** The language of what people are told in the center: verdicts, statuses, default labels; or your own texts. Default: `en`. */
  readonly locale?: Locale;
  /** Gives the present in epoch milliseconds. Default: the clock of the machine. */
  readonly clock?: () => number;
}

/** Who presses which button of a task. */
export interface PluginPress {
  /** Who presses; held to the rights of the button. */
  readonly account: string;
  /** Key of the button. Default: the button that `nextNodeKey` names, or the only one. */
  readonly action?: string;
  /** Of the button: an id of what follows. One that contradicts `action` is `invalid`. */
  readonly nextNodeKey?: string;
  /** Of who presses: a variable of the process, and part of the report. */
  readonly opinions?: string;
  /** Epoch milliseconds. Default: now. */
  readonly time?: number;
  /** Plain JSON; set before the task is completed. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/**
 * The translation between one running engine and the center, for a service that owns engine and persistence.
 * Keeps nothing but memory: store `snapshot()` together with the engine's state, after each press and each report.
 */
export interface Plugin {
  /** To be spread into the options of `new Engine`, with the source: replaced element types, expressions, parsing. */
  readonly engineOptions: Readonly<Record<string, unknown>>;
  /** To be passed to `execute` and to `resume`. */
  readonly listener: { emit(name: string, ...args: unknown[]): boolean };
  /** Tasks that are open in the center now. */
  readonly openTasks: readonly OpenTask[];
  /**
   * Presses a button of an open task; one that ends the instance stops the engine. Two that race: one is applied, the
   * other hears `stale`. After `failed` the engine may have
   * moved: stop it, and recover engine and plugin from what was stored last; the same press may then be made again.
   */
  press(taskId: string, press: PluginPress): Promise<Verdict>;
  /**
   * Sends a message to the first thing in the instance that waits for it, or a signal to all; or lets the first token go on
   * that waits at a receive task.
   * @returns whether any did
   * @throws {StepError} `ERR_SUSPENDED`: nothing has moved; send it again once the instance is activated.
   * `ERR_STEP_FAILED`: the engine has not run yet or was stopped, or the step failed
   */
  deliver(
    event: { readonly payload?: Readonly<Record<string, unknown>> } & (
      | { readonly kind: 'message' | 'signal'; readonly name: string }
      | { readonly kind: 'receive'; readonly nodeId: string }
    ),
  ): boolean;
  /** Calls the services again whose call failed. */
  retryServices(): void;
  /** Resolves when no service runs. @throws what went wrong, when no `onError` hears of it */
  idle(): Promise<void>;
  /**
   * JSON of all that the plugin knows; to be stored together with the state of the engine. Once that is stopped nothing
   * is set off or reported any more.
   * @throws {StepError} `ERR_STEP_FAILED`: the engine has not run yet
   */
  snapshot(): string;
  /** To be called before `engine.recover`. @throws {StepError} `ERR_SNAPSHOT_INVALID` */
  recover(snapshot: string): void;
}
