import type { DeploySource } from '../model/files/read-sources.ts';
import type { TerminateOptions } from '../operations/options.ts';
import type { AskMethods } from '../plugin/apply/operations/ask-methods.ts';
import type {
  CirculateOptions,
  OperationOptions,
  ReassignOptions,
  TransferOptions,
  VariablesOptions,
} from '../plugin/apply/operations/operation-options.ts';
import type { PressOptions } from '../plugin/apply/press/press-options.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { HistoryFilter, HistoryRow, Page } from '../store/store.ts';
import type { Doubts, DoubtsOptions } from './answers/doubts.ts';
import type { Health } from './answers/health.ts';
import type { InstanceDiagram } from './answers/instance-diagram.ts';
import type { ExplainedReport } from './answers/read-instance.ts';
import type {
  BridgeDefinitions,
  BridgeIncidents,
  BridgeInstances,
  BridgeJobs,
  BridgeKeys,
  BridgeMessages,
  BridgeOutbox,
  BridgeTasks,
} from './bridge-collections.ts';
import type {
  BroadcastOptions,
  BroadcastOutcome,
  EventOutcome,
  MessageOptions,
  SignalOptions,
} from './calls/event-options.ts';
import type { StartOptions } from './calls/start-options.ts';
import type { BridgeEvents } from './context/events.ts';
import type { Deployed, DeployOptions } from './definitions/deployment.ts';

/**
 * The durable runtime: deploys processes, runs their instances and reports their tasks to the center.
 * Every method rejects with `ERR_CLOSED` after `close`, and with a {@link StoreError} when the database fails. Nothing of
 * the call is stored then, or all of it if the connection broke during the commit; the message says which is possible.
 * A press and a start with a `startKey` can be repeated safely in both cases.
 */
export interface Bridge extends AskMethods {
  /**
   * Checks .bpmn files and makes each the latest definition of its process; running instances keep theirs. Files that
   * are deployed together may call each other in any order, and are deployed all or, where one is refused, not at all.
   *
   * A file that was deployed before and is not the latest does not become it, so that an old process of the service that
   * restarts does not undo an upgrade: the result has `isLatest: false`, and the log a warning. It becomes the latest if
   * `makeLatest` asks for it, or if the process has no latest one. Its row is repaired and an undeployment undone in any case.
   * Of two deployments at the same time, the one that is stored second decides, as if it was made after the other. Each that
   * changes something, or is kept back, is an entry of the history without an instance, and a line of the log.
   * @param source a path, a `file:` URL or the XML itself; a folder, for all .bpmn, .bpmn20.xml and .bpmn.xml files in
   * it and below it; or a list of these
   * @throws {ModelError} `ERR_MODEL_UNREADABLE`, `ERR_MODEL_REFUSED`: nothing was deployed, `details.problems` says why,
   * with the `file` where several were given
   * @throws {InputError} `ERR_INPUT_INVALID`: a file cannot be read, no file was given, or an option is not valid
   */
  deploy(source: DeploySource, options?: DeployOptions): Promise<Deployed>;
  /**
   * Starts an instance of the latest definition, or of the one that `definitionId` names. Once it resolves, the instance and its first report are durable.
   * A `startKey` makes it idempotent for as long as its instance is kept: `retention.statusDays` after the end.
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_INPUT_INVALID`; `ERR_START_KEY_TAKEN`: an instance of another process
   * was started with this key
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`: no instance was created
   * @throws {StoreError} `ERR_OUTBOX_FULL`: more than `outbox.maxUndelivered` reports wait for the center
   */
  start(processId: string, options?: StartOptions): Promise<{ instanceId: string }>;
  /**
   * Presses a button of a task, as its callback does. Once it resolves `applied`, the step and its reports are durable.
   * @throws {InputError} `ERR_BUTTON_UNKNOWN`: `action` names no button of an open task, or several; `details.buttons` lists the
   * keys and labels; `ERR_INPUT_INVALID`
   * @throws {BridgeError} `ERR_IDENTITY_FAILED`: a function of `identity` threw; nothing was decided, press again. The same
   * holds for all methods that take an account
   * @throws {StoreError} `ERR_BUSY`: other steps of the instance were faster every time; press again
   */
  press(taskId: string, options: PressOptions): Promise<Verdict>;
  /**
   * Transfers a task to another person: the task is closed (TURN), and a new task of the same node is opened for that
   * person. Of a task that several people share, only the part of `from` is transferred. Once it resolves `applied`, the
   * report is durable. Of two concurrent calls one is applied and the other gets `stale`.
   * @returns `invalid` when that person has the task already; `forbidden`, `stale`, `suspended`, `unknown`
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  transfer(taskId: string, options: TransferOptions): Promise<Verdict>;
  /**
   * Informs other people of a task; the task and the process do not change. It is recorded in the history, and a message
   * is sent where the diagram or the option `circulation` defines one. Rights, refusals and races are those of
   * {@link transfer}.
   */
  circulate(taskId: string, options: CirculateOptions): Promise<Verdict>;
  /**
   * Assigns a task to other people or groups, on behalf of an operator. Like {@link transfer}, but no right is needed and
   * the system is reported as the handler. A task that several people share is refused: transfer the part of one of them.
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`: the task is unchanged
   */
  reassign(taskId: string, options: ReassignOptions): Promise<Verdict>;
  /**
   * Suspends an instance: presses are refused, services are not called, and timers keep their remaining time.
   * An `account` must be that of the initiator or of a handler of an open task; without one the host itself acts.
   * @returns `suspended` when it is suspended already; `stale` when it has ended
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  suspend(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /** Resumes a suspended instance; its timers have their remaining time. @returns `stale` when it is not suspended */
  activate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /**
   * Terminates an instance: open tasks become TERMINATED, jobs are cancelled, and `end` is reported to the center.
   * An `account` must be that of the initiator; without one the host itself acts. Any instance can be ended: if its snapshot
   * or its definition is damaged, by its stored rows, and with `force` always so.
   * @returns with `unreported` where tasks of groups stay in people's lists, since a report about them needs a handler
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  terminate(instanceId: string, options?: TerminateOptions): Promise<Verdict>;
  /** Like {@link terminate}, but open tasks become RECALL. */
  revoke(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  /**
   * Sets variables of an instance; others keep their values. Conditional events that become true fire, in a suspended
   * instance once it is activated; nothing else moves. With the `callId` of a call activity, the variables of the called
   * process are set, where that has its own.
   * @returns `stale` when the instance has ended; `unknown` when no such call is running
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  setVariables(
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
    options?: VariablesOptions,
  ): Promise<Verdict>;
  /**
   * Sends a signal to everything in an instance that waits for it; or, with a `nodeId`, completes that receive task for
   * one token. Once it resolves `matched`, the outcome is durable.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} the instance is unchanged
   */
  signal(instanceId: string, options: SignalOptions): Promise<EventOutcome>;
  /**
   * Sends a signal to every instance that waits for it and to every process that it starts. Each receives it separately:
   * one that fails is unchanged and listed in `failures`. Once it resolves, the outcome is durable; after a crash before
   * that, some may not have received it.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  broadcast(options: BroadcastOptions): Promise<BroadcastOutcome>;
  /**
   * Sends a message to the oldest instance that waits for it, among those with a business key, or to one instance.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} the instance is unchanged
   */
  message(options: MessageOptions): Promise<EventOutcome>;
  /**
   * Explains each report of an instance, in order: one sentence, with the names of nodes and tasks, says why it was next,
   * none or end. For operators and authors of processes. Reports are deleted `retention.instanceDays` after the end.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   */
  explain(instanceId: string): Promise<ExplainedReport[]>;
  /**
   * Returns the diagram of an instance, with the nodes where its tokens are and the path they took, until
   * `retention.statusDays` after its end. For a page that displays it; contains no variables, opinions or people.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   */
  diagram(instanceId: string): Promise<InstanceDiagram>;
  /** The deployed versions of processes. */
  readonly definitions: BridgeDefinitions;
  /**
   * Lists return 100 rows unless `limit` says otherwise; `after` continues them. Unknown filters, and values of a wrong
   * type, are refused (`ERR_INPUT_INVALID`).
   */
  readonly instances: BridgeInstances;
  /** All tasks, including those of ended instances until `retention.statusDays` after the end. */
  readonly tasks: BridgeTasks;
  /** Reports about tasks to the center. */
  readonly outbox: BridgeOutbox;
  /** Messages to people, through the message center; not the BPMN messages of {@link message}. */
  readonly messages: BridgeMessages;
  /** The keys that sign the addresses of buttons. */
  readonly keys: BridgeKeys;
  /** Triggers that could not be applied, and jobs that failed. */
  readonly incidents: BridgeIncidents;
  /** Work that steps have queued. */
  readonly jobs: BridgeJobs;
  /**
   * What a person has to compare with the center after the database was restored from a backup (option `reconcile`): tasks that
   * may have been handled since the backup, reports that the center answered as if they had been, and tasks that only the
   * center has. Empty if it was never restored. At most 1,000 of each, unless `limit` says otherwise: the others follow when
   * these are settled.
   */
  doubts(options?: DoubtsOptions): Promise<Doubts>;
  /**
   * Copies the SQLite file to a new file that only its owner can read, as it is at a moment, while the bridge goes on. Copy it
   * in no other way from this process: closing the file drops the locks of the process, and then another program may delete the log.
   * @throws {InputError} `ERR_INPUT_INVALID`: the store is not a file, or there is a file of this name already
   */
  backup(path: string): Promise<void>;
  /**
   * The durable feed of what happened to instances and messages, in commit order. Each step begins with an entry `step`:
   * its trigger, the flows that were taken, the nodes that were reached, those that hold a token after it, and the nodes
   * of new jobs; together they are the way of the instance with its loops and times. A `seq` is never reused. Entries of an
   * instance are deleted `retention.instanceDays` after its end; a reader who comes later sees a gap.
   * @param filter.instanceId null: only what belongs to no instance, such as `definition.undeployed` and `store.migrated`
   * @param filter.after the last `seq` that was read
   */
  history(filter?: HistoryFilter & { after?: number } & Page): Promise<HistoryRow[]>;
  /**
   * Events are emitted after the commit and can be lost in a crash; `history` loses nothing.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such event, or the listener is no function
   */
  on<Name extends keyof BridgeEvents>(name: Name, listener: BridgeEvents[Name]): void;
  /** Removes a listener. @throws {InputError} `ERR_INPUT_INVALID`, as `on` */
  off<Name extends keyof BridgeEvents>(name: Name, listener: BridgeEvents[Name]): void;
  /** Answers the callbacks of the center; can be mounted under any path. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * Answers requests of the operator's page, by what the option `admin` says of the person; can be mounted under any path,
   * with everything below it. Without the option every request is answered 404. Never rejects.
   */
  admin(request: Request): Promise<Response>;
  /**
   * The address of the task-status callback, to be registered in the center (spec, Events). It is signed with the first
   * key: keep that key in `callback.signingKeys` for as long as the address is registered.
   */
  statusUrl(): string;
  /**
   * The address from which an application that displays tasks gets the diagram of a task: GET, with `taskId` in the
   * query. It is signed with the first key, like {@link statusUrl}, and valid for every task: keep it between servers.
   * @throws {InputError} `ERR_CONFIG_INVALID`: `callback.diagrams` is false
   */
  diagramUrl(): string;
  /**
   * The state of the bridge, for load balancers and operators. Never rejects, and resolves within a few seconds even if
   * the database does not answer. Costs a few counts over indexes.
   */
  health(): Promise<Health>;
  /**
   * Resolves when no step or job is running and nothing is due to be sent. While the center does not answer, nothing is
   * due until the next attempt.
   */
  idle(): Promise<void>;
  /**
   * Waits for running steps and the call in flight, releases leases and closes the store. May be called twice.
   * The signal of running services is aborted; one that ignores it is waited for 5 seconds. What it returns later is
   * dropped, and the next bridge calls it again.
   */
  close(): Promise<void>;
}
