import type { DeploySource } from '../model/files/read-sources.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { HistoryRow } from '../store/port.ts';
import type { ExplainedReport } from './answers/explained-report.ts';
import type { Health } from './answers/health.ts';
import type { InstanceDiagram } from './answers/instance-diagram.ts';
import type {
  BridgeIncidents,
  BridgeInstances,
  BridgeKeys,
  BridgeMessages,
  BridgeOutbox,
  BridgeTasks,
} from './bridge-collections.ts';
import type { Deployed } from './definitions/deployment.ts';
import type { BridgeEvents } from './events.ts';
import type { DeployOptions } from './operations/deploy-options.ts';
import type {
  BroadcastOptions,
  BroadcastOutcome,
  EventOutcome,
  MessageOptions,
  SignalOptions,
} from './operations/event-options.ts';
import type {
  CirculateOptions,
  OperationOptions,
  ReassignOptions,
  TransferOptions,
  VariablesOptions,
} from './operations/operation-options.ts';
import type { PressOptions } from './operations/press-options.ts';
import type { StartOptions } from './operations/start-options.ts';

/**
 * The durable runtime: processes, their instances, and what the center is told of them.
 * Any method rejects with `ERR_CLOSED` once `close` was called, and with a {@link StoreError} when the database fails;
 * then nothing of the call was stored, or, where a server went away during the commit, all of it: the message says so.
 * A press, and a start with a `startKey`, may be repeated all the same.
 */
export interface Bridge {
  /**
   * Checks .bpmn files and makes each the latest definition of its process; running instances keep theirs. Files that
   * are deployed together may call each other in any order, and are deployed all or, where one is refused, not at all.
   * @param source a path, a `file:` URL or the XML itself; a folder, for all .bpmn, .bpmn20.xml and .bpmn.xml files in
   * it and below it; or a list of these
   * @throws {ModelError} `ERR_MODEL_UNREADABLE`, `ERR_MODEL_REFUSED`: nothing was deployed, `details.problems` says why,
   * of several files with `file`
   * @throws {InputError} `ERR_INPUT_INVALID`: a file cannot be read, there is none, or an option is none
   */
  deploy(source: DeploySource, options?: DeployOptions): Promise<Deployed>;
  /**
   * Starts an instance of the latest definition. Once it resolves, the instance and its first report survive a crash.
   * A `startKey` makes it idempotent for as long as its instance is kept: `retention.statusDays` after the end.
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_INPUT_INVALID`; `ERR_START_KEY_TAKEN`: an instance of another process
   * was started under the key
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`: no instance was made
   * @throws {StoreError} `ERR_OUTBOX_FULL`: more than `outbox.maxUndelivered` reports wait for the center
   */
  start(processId: string, options?: StartOptions): Promise<{ instanceId: string }>;
  /**
   * Presses a button of a task, as its callback does. Once it resolves `applied`, step and reports survive a crash.
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {BridgeError} `ERR_IDENTITY_FAILED`: `identity` threw and nothing was decided; press again. So do all methods
   * that take an account
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
   * Puts a task into the hands of others, or of groups, without anybody's asking, for an operator: as {@link transfer}, reported under the
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
   * @returns with `untold` where tasks of groups stay in people's lists, since nobody can be named for them in a report
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  terminate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /** As {@link terminate}; open tasks become RECALL. */
  revoke(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /**
   * Sets variables of an instance beside those it has. Conditional events that they make true fire; nothing else moves by
   * it. Of a suspended instance they fire once it is activated. With the `callId` of a call activity, of those of the
   * called process, where that has its own.
   * @returns `stale` when it is over; `unknown` where no such call runs
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  setVariables(
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
    options?: VariablesOptions,
  ): Promise<Verdict>;
  /**
   * Sends a signal to everything in an instance that waits for it, or, with a `nodeId`, lets one token go on that waits at
   * that receive task. Once it resolves `matched`, what came of it survives a crash.
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
  /**
   * Gives the drawing of an instance with the nodes where its tokens are and the way they took, also after its end, until
   * `retention.statusDays`. For a page that shows it; holds no variables, opinions or people. The way is stored with each
   * step, all or nothing.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   */
  diagram(instanceId: string): Promise<InstanceDiagram>;
  /**
   * Lists give 100 rows unless `limit` names another number; `offset` skips those before. A filter that a list does not
   * know, or that no row can meet, is refused (`ERR_INPUT_INVALID`).
   */
  readonly instances: BridgeInstances;
  /** Every task that the bridge made, also of instances that are over, until `retention.statusDays` after their end. */
  readonly tasks: BridgeTasks;
  /** What the center is told of tasks. */
  readonly outbox: BridgeOutbox;
  /** Messages to people, through the message center; not the BPMN messages of {@link message}. */
  readonly messages: BridgeMessages;
  /** The keys that sign the addresses of buttons. */
  readonly keys: BridgeKeys;
  /** What processes could not follow. */
  readonly incidents: BridgeIncidents;
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
   * The address at which whoever shows tasks to people gets the diagram of one: GET, with `taskId` in the query. Signed by
   * the first key as {@link statusUrl} is: it is good for every task of the bridge, so it is a secret between servers.
   * @throws {InputError} `ERR_CONFIG_INVALID`: `callback.diagrams` is off
   */
  diagramUrl(): string;
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
