import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { Report } from '../../protocol/report.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { ActionEvent } from '../apply/press/pressed-action.ts';
import type { ProcessQuery } from '../late-calls/find-called.ts';
import type { PluginTask } from '../live/plugin.ts';
import type { PluginOptions, ThrownEvent } from '../live/plugin-options.ts';

/** Options of `createEngineHost`. `Context` is passed through, such as the transaction of the caller. */
export interface EngineHostOptions<Context> {
  /** The options of the plugin that all instances share. */
  readonly plugin: HostedPluginOptions;
  /** Further options of the engine, such as `extensions`; see the option `engine` of the plugin for those that it must combine. */
  readonly engine?: Readonly<Record<string, unknown>>;
  /** Reads an instance, with the lock that your store uses if it has one; undefined if there is none. */
  readonly load: (
    instanceId: string,
    context: Context | undefined,
  ) => StoredInstance | undefined | Promise<StoredInstance | undefined>;
  /**
   * Writes everything that a trigger changed, completely or not at all, if the stored revision is still
   * `change.revision - 1` (or there is no instance, for revision 1). See `docs/plugin.md` for the contract.
   * @returns false if the revision is another: nothing was written, and the trigger is applied again
   */
  readonly save: (change: InstanceChange, context: Context | undefined) => boolean | Promise<boolean>;
  /**
   * Returns the instance of a task. Default: task ids are `<instanceId>.<number>`; needed only if you also ask for tasks of
   * other services.
   */
  readonly find?: (taskId: string, context: Context | undefined) => string | undefined | Promise<string | undefined>;
  /**
   * Returns the verdict of a press that was saved with this key (`change.press`). Default: none; a repeated press is
   * answered `stale` instead of `duplicate`.
   */
  readonly findPress?: (
    replayKey: string,
    context: Context | undefined,
  ) => Verdict | undefined | Promise<Verdict | undefined>;
  /**
   * Returns the file of a process that a call names when its token comes: computed, recursive, or given later. Called by
   * `runJob`, with its context. Default: none; diagrams with such calls cannot run.
   */
  readonly findProcess?: (
    query: ProcessQuery,
    context: Context | undefined,
  ) => string | undefined | Promise<string | undefined>;
}

/** The options of a plugin without those of one instance, and without its delivery. */
export type HostedPluginOptions = Omit<
  PluginOptions,
  | 'instanceId'
  | 'initiator'
  | 'initiatorName'
  | 'businessKey'
  | 'startNodeId'
  | 'previousTaskId'
  | 'previousHandler'
  | 'onReports'
  | 'onMessages'
  | 'onAction'
  | 'onThrown'
  | 'findProcess'
  | 'onError'
>;

/** An instance as it was saved. */
export interface StoredInstance {
  /** Of the last saved change. */
  readonly revision: number;
  /** The state of the engine, as text; null once the instance has ended. */
  readonly state: string | null;
  /** The snapshot of the plugin, as text. */
  readonly snapshot: string;
}

/** Everything that one trigger changed. Save it as a whole or not at all. */
export interface InstanceChange {
  /** The instance. */
  readonly instanceId: string;
  /** Number of changes of the instance, from 1: one more than the stored one. */
  readonly revision: number;
  /** The state of the engine, as text; null if the instance has ended. */
  readonly state: string | null;
  /** The snapshot of the plugin, as text. Keep it after the end: late presses and status requests are answered from it. */
  readonly snapshot: string;
  /** Whether the instance has ended. */
  readonly ended: boolean;
  /** Call `host.wake` at this time or later, in epoch milliseconds; null: no timer runs. Replaces the stored one. */
  readonly wakeAt: number | null;
  /** Tasks that are new or changed, as they are now. */
  readonly tasks: readonly PluginTask[];
  /** For the center, in this order, each at least once, after the change is saved. */
  readonly reports: readonly NumberedReport[];
  /** For the message center, each at least once, after the change is saved. A repeat has the same sendId. */
  readonly messages: readonly StoredMessage[];
  /** Services to call and processes to look up after the change is saved, each at least once: `host.runJob`. */
  readonly jobs: readonly StoredJob[];
  /** Ids of jobs whose result is not needed any more. */
  readonly jobsGone: readonly string[];
  /** Events for which the instance waits after the change; replaces the stored ones. */
  readonly waitsFor: readonly AwaitedEvent[];
  /** Messages and signals that the instance threw and that others may wait for: `host.deliver`, after the change is saved. */
  readonly thrown: readonly StoredThrow[];
  /** Presses of buttons that handle no task, and operations: for a history, or for what your service does about them. */
  readonly actions: readonly ActionEvent[];
  /** Why nothing can move the instance any more, for an operator, who terminates it; null: it can go on. */
  readonly deadlock: string | null;
  /** The press that caused the change, if it has a replay key: store it with its verdict, for `findPress`. */
  readonly press: { readonly replayKey: string; readonly verdict: Verdict } | null;
}

/** A report with its place among those of the instance. */
export interface NumberedReport extends Report {
  /** Unique: `<instanceId>.<revision>.<index>`. */
  readonly reportId: string;
  /** The instance. */
  readonly instanceId: string;
}

/** A message to people, with the id by which a repeat is recognised. */
export type StoredMessage = MessageSendRequest & { readonly sendId: string };

/** A call of a service, of the function for scripts, or of a process that is looked up. Plain JSON. */
export interface StoredJob {
  /** Unique, and the same on every repeat; also the idempotencyKey of the call. */
  readonly jobId: string;
  /** The instance. */
  readonly instanceId: string;
  /** The node that waits for the result. */
  readonly nodeId: string;
  /** `script` calls the option `scripts`, `call` looks a process up by `findProcess`. */
  readonly kind: 'service' | 'script' | 'call';
  /** Name of the service, language of the script, or the process that the call names. */
  readonly service: string;
  /** The variables that a service or script sees; none for a process. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Results of its input mappings. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A message or signal for which an instance waits. */
export interface AwaitedEvent {
  /** A message reaches one instance, a signal all. */
  readonly kind: 'message' | 'signal';
  /** Its name. */
  readonly name: string;
  /** The key of a message with a correlation key; null: any. */
  readonly correlationKey: string | null;
}

/** A message or signal that an instance threw. A signal has reached the instance's own elements already. */
export interface StoredThrow extends ThrownEvent {
  /** Unique: `<instanceId>.<revision>.thrown.<index>`. */
  readonly eventId: string;
  /** The instance that threw it. */
  readonly instanceId: string;
}
