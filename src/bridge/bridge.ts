import type { Verdict } from '../protocol/verdict.ts';
import type {
  HistoryRow,
  IncidentRow,
  InstanceRow,
  MessageRow,
  MessageState,
  OutboxRow,
  OutboxState,
  Page,
  SigningKeyCount,
  TaskRow,
} from '../store/port.ts';
import type { Deployment } from './deployment.ts';
import type {
  BroadcastOptions,
  BroadcastOutcome,
  EventOutcome,
  MessageOptions,
  SignalOptions,
} from './event-options.ts';
import type { BridgeEvents } from './events.ts';
import type { Health } from './health.ts';
import type { MessageRequest, RetryMessageOptions, SendOptions, SkipMessageOptions } from './message-options.ts';
import type { CirculateOptions, OperationOptions, ReassignOptions, TransferOptions } from './operation-options.ts';
import type { RetryReportOptions, SkipReportOptions } from './outbox-options.ts';
import type { PressOptions } from './press-options.ts';
import type { StartOptions } from './start-options.ts';

/** An instance as its host may see it. */
export type InstanceView = Omit<InstanceRow, 'snapshot' | 'revision'>;

/** One report of an instance, and why it says what it says. */
export interface ExplainedReport {
  /** That of its entry in `outbox.list`. */
  readonly seq: number;
  /** The task it handles; `<instanceId>.start` for a start. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Tasks it creates. */
  readonly next: readonly string[];
  /** How far it is on its way to the center. */
  readonly state: OutboxState;
  /** One sentence that names the nodes and tasks that made it so. */
  readonly reason: string;
}

/**
 * The durable runtime: processes, their instances, and what the center is told of them.
 * Any method rejects with `ERR_CLOSED` once `close` was called, and with a {@link StoreError} when the database fails;
 * then nothing of the call was stored, or, where a server went away during the commit, all of it: the message says so.
 * A press, and a start with a `startKey`, may be repeated all the same.
 */
export interface Bridge {
  /**
   * Checks a .bpmn file and makes it the latest definition of its process; running instances keep theirs.
   * @param source a path, a `file:` URL, or the XML itself
   * @throws {ModelError} `ERR_MODEL_UNREADABLE`, `ERR_MODEL_REFUSED`: nothing was deployed, `details.problems` says why
   */
  deploy(source: string | URL): Promise<Deployment>;
  /**
   * Starts an instance of the latest definition. Once it resolves, the instance and its first report survive a crash.
   * A `startKey` makes it idempotent for as long as its instance is kept: `retention.statusDays` after the end.
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`: no instance was made
   * @throws {StoreError} `ERR_OUTBOX_FULL`: more than `outbox.maxUndelivered` reports wait for the center
   */
  start(processId: string, options?: StartOptions): Promise<{ instanceId: string }>;
  /**
   * Presses a button of a task, as its callback does. Once it resolves `applied`, step and reports survive a crash.
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {StoreError} `ERR_BUSY`: other steps of the instance were always quicker; press again
   */
  press(taskId: string, options: PressOptions): Promise<Verdict>;
  /**
   * Gives a task to another person, as often as wanted: it is closed (TURN), and the next one of the same node, in their
   * hands, takes its place. Of a task that several share only the part of `from` goes on. Once it resolves `applied`,
   * the report survives a crash. Two that race: one is applied, the other hears `stale`.
   * @returns `invalid` when the task is with that person already; `forbidden`, `stale`, `suspended`, `unknown`
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  transfer(taskId: string, options: TransferOptions): Promise<Verdict>;
  /**
   * Tells others of a task; the task and the process stay as they are. Recorded in the history, and sent to them where
   * the drawing or the option `circulation` says which message. Right, refusals and races as of {@link transfer}.
   */
  circulate(taskId: string, options: CirculateOptions): Promise<Verdict>;
  /**
   * Puts a task into other hands without anybody's asking, for an operator: as {@link transfer}, reported under the
   * system's name. A task that several share is refused: transfer the part of one of them.
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`: the task is as it was
   */
  reassign(taskId: string, options: ReassignOptions): Promise<Verdict>;
  /**
   * Holds an instance as it is: presses are refused, services are not called, timers keep the time they have left.
   * With an `account` it must be a handler of an open task or the initiator; without, the host itself does it.
   * @returns `suspended` when it is already; `stale` when it is over
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  suspend(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /** Lets a suspended instance go on, with exactly the time its timers had left. @returns `stale` when it runs */
  activate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /**
   * Ends an instance before its time: open tasks become TERMINATED, jobs are cancelled, and the center is told `end`.
   * With an `account` it must be the initiator; without, the host itself does it.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  terminate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /** As {@link terminate}; open tasks become RECALL. */
  revoke(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /**
   * Sets variables of an instance beside those it has; nothing moves by it.
   * @returns `stale` when it is over
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  setVariables(instanceId: string, variables: Readonly<Record<string, unknown>>): Promise<Verdict>;
  /**
   * Sends a signal to everything in an instance that waits for it. Once it resolves `matched`, what came of it survives
   * a crash.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} the instance is as it was
   */
  signal(instanceId: string, options: SignalOptions): Promise<EventOutcome>;
  /**
   * Sends a signal to every instance that waits for it and to every process that it starts, each for itself: one that
   * cannot take it is as it was and named in `failures`. Once it resolves, what came of it survives a crash; a crash
   * before may leave some without it.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  broadcast(options: BroadcastOptions): Promise<BroadcastOutcome>;
  /**
   * Sends a message to the first that waits for it, in one instance or in those of a business key, oldest first.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} the instance is as it was
   */
  message(options: MessageOptions): Promise<EventOutcome>;
  /**
   * Says for each report of an instance, in order, why it was next, none or end, in one sentence that names nodes and
   * tasks. For an operator and for whoever draws processes. Reports of an instance that has been over for
   * `retention.instanceDays` are not kept.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   */
  explain(instanceId: string): Promise<ExplainedReport[]>;
  /** Lists give 100 rows unless `limit` names another number; `offset` skips those before. */
  readonly instances: {
    /** Undefined: there is none of that id. */
    get(instanceId: string): Promise<InstanceView | undefined>;
    /** In the order in which they were started, those that are over too, until `retention.statusDays` after their end. */
    list(
      filter?: { processId?: string; status?: InstanceRow['status']; businessKey?: string } & Page,
    ): Promise<InstanceView[]>;
  };
  /** Every task that the bridge made, also of instances that are over, until `retention.statusDays` after their end. */
  readonly tasks: {
    /** Undefined: the bridge has made no task of that id. */
    get(taskId: string): Promise<TaskRow | undefined>;
    /**
     * In the order in which they were created, closed ones too.
     * @param filter.handler an account that is named as handler; those of its groups are not looked up
     */
    list(filter?: { instanceId?: string; state?: TaskRow['state']; handler?: string } & Page): Promise<TaskRow[]>;
  };
  /** What the center is told of tasks. */
  readonly outbox: {
    /** What is on its way to the center, was delivered, or stands parked. */
    list(filter?: { instanceId?: string; state?: OutboxState } & Page): Promise<OutboxRow[]>;
    /**
     * Sends a parked report again, with as many refusals to come as a new one; those of its instance that wait behind it
     * follow. Once it resolves, that survives a crash. Of several who race one is heard. What the answer that parked it
     * did not name had gone through, so that its echo is understood.
     * @param options.handlers puts tasks that it creates into other hands, here and in the center, as one transaction
     * @throws {InputError} `ERR_NOT_PARKED`: `details.state` says what it is; `ERR_REPORT_UNKNOWN`; `ERR_INPUT_INVALID`
     * @throws {StepError} `ERR_STEP_FAILED`: a shared task was not given one handler for each; nothing was changed
     */
    retry(seq: number, options?: RetryReportOptions): Promise<OutboxRow>;
    /**
     * Gives up a report that is parked, or that waits for its next attempt: it goes out no more, those behind it go on.
     * What it would have created the center does not have, and what it would have concluded stays open there. One whose
     * last call got no answer may have arrived. Once it resolves, that survives a crash.
     * @throws {InputError} `ERR_NOT_PARKED`: it is over, `details.state` says how; `ERR_REPORT_UNKNOWN`;
     * `ERR_INPUT_INVALID`
     * @throws {StoreError} `ERR_BUSY`: it is on its way to the center just now; ask again when that is known
     */
    skip(seq: number, options: SkipReportOptions): Promise<OutboxRow>;
  };
  /** Messages to people, through the message center; not the BPMN messages of {@link message}. */
  readonly messages: {
    /**
     * Sends a message. Once it resolves, the message survives a crash and goes out by itself: at least once, always with
     * its `sendId`, so that the center can tell a repeat; one that is stuck holds up nothing else. The same request under
     * the same `sendId` is the same message, however often it is sent, while its record is kept: `retention.instanceDays`
     * from when it was sent; one that was parked is kept until it is settled.
     * @param options.wait resolves with what became of it, whichever process hears the center: `state` is `sent`, `partial`
     * or `parked`, or `skipped` where an operator gave it up, with `problems` and `reason`; however long that takes
     * @throws {InputError} `ERR_MESSAGE_INVALID`: `details.problems` names each field and the remedy, nothing was stored;
     * `ERR_SEND_ID_TAKEN`: another message stands under this `sendId`, give it one of its own (the form
     * `<instance>.message.<number>` is for drawings); `ERR_INPUT_INVALID`
     * @throws {BridgeError} `ERR_CLOSED`, when the bridge closes while it is waited for: the message is stored
     */
    send(request: MessageRequest, options?: SendOptions): Promise<MessageRow>;
    /** What became of a message. Undefined: none was sent under that id. */
    get(sendId: string): Promise<MessageRow | undefined>;
    /** In the order in which they were stored. */
    list(filter?: { instanceId?: string; state?: MessageState } & Page): Promise<MessageRow[]>;
    /**
     * Sends a parked message again, under its `sendId` and with as many attempts as a new one. Once it resolves, that
     * survives a crash. Of several who race one is heard, so that none overwrites what another corrected.
     * @param options.changes corrects it, such as `{ toPersons: 'ann' }`; the first request stays as `original`
     * @throws {InputError} `ERR_NOT_PARKED`: `details.state` says what it is; `ERR_MESSAGE_UNKNOWN`;
     * `ERR_MESSAGE_INVALID`, `ERR_INPUT_INVALID`: it stands parked as before
     */
    retry(sendId: string, options?: RetryMessageOptions): Promise<MessageRow>;
    /**
     * Gives up a message that is parked, or that waits for its next attempt: it goes out no more. One whose last call
     * got no answer may have arrived. Once it resolves, that survives a crash.
     * @throws {InputError} `ERR_NOT_PARKED`: it is over, `details.state` says how; `ERR_MESSAGE_UNKNOWN`;
     * `ERR_INPUT_INVALID`
     * @throws {StoreError} `ERR_BUSY`: it is on its way to the center just now; ask again when that is known
     */
    skip(sendId: string, options: SkipMessageOptions): Promise<MessageRow>;
  };
  /** The keys that sign the addresses of buttons. */
  readonly keys: {
    /**
     * How many tasks of running and suspended instances have buttons that each signing key signed. A key may be taken
     * out of the options once no open task needs it; buttons on handled tasks, such as to withdraw, go with it too.
     */
    inUse(): Promise<SigningKeyCount[]>;
  };
  /** What processes could not follow. */
  readonly incidents: {
    /** What a process could not follow, and why, oldest first. @param filter.open true: those whose cause is not gone */
    list(filter?: { instanceId?: string; open?: boolean } & Page): Promise<IncidentRow[]>;
    /**
     * Has what failed tried again at once: a service or a script, a message or signal that reached nobody, a timer, the
     * start by a timer. Once it resolves, that survives a crash. A job has one attempt by it; the incident stands, and
     * counts, until an attempt goes through. What is being tried just now is left to that.
     * @throws {InputError} `ERR_INCIDENT_UNKNOWN`; `ERR_NOT_PARKED`: its cause is gone, or it is of a press, which only
     * a person can make again
     */
    retry(incidentId: string): Promise<IncidentRow>;
  };
  /**
   * The durable feed of what happened to instances and messages, in order of commit. A `seq` is never given again. Entries
   * of an instance are kept until `retention.instanceDays` after its end: whoever reads later than that goes on in order
   * after a gap.
   * @param filter.after the `seq` read last
   */
  history(filter?: { after?: number; instanceId?: string; limit?: number }): Promise<HistoryRow[]>;
  /** Events are hints after the commit; a crash between the two loses them, `history` does not. */
  on<Name extends keyof BridgeEvents>(name: Name, listener: BridgeEvents[Name]): void;
  /** Takes a listener away. */
  off<Name extends keyof BridgeEvents>(name: Name, listener: BridgeEvents[Name]): void;
  /** Answers the callbacks of the center; mounts under any path. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * The address of the task-status callback, to be registered in the center (spec, Events). It is signed by the first
   * key: while it is registered, that key stays among the accepted ones.
   */
  statusUrl(): string;
  /**
   * What is wrong, for a load balancer and for an operator. Never rejects, and answers within some seconds also where the
   * database does not. Costs a few counts over indexes.
   */
  health(): Promise<Health>;
  /**
   * Resolves when no step and no job runs and nothing is due for the center; what a center that does not answer is still
   * to be sent is not due before the next try.
   */
  idle(): Promise<void>;
  /**
   * Ends running steps and the call in flight, gives back what was leased, closes the store. May be called twice.
   * Services that run have their signal aborted; one that does not look at it is waited for 5 seconds, then left alone:
   * what it returns later is not heard, and the next bridge calls it again.
   */
  close(): Promise<void>;
}
