/** What a host can list, read and repair, one interface for each kind. They reject as the methods of `Bridge` do. */

import type {
  AcknowledgeReportOptions,
  BulkOptions,
  BulkSkipOptions,
  DeliveryChoice,
  IncidentChoice,
  JobChoice,
  MakeLatestOptions,
  MigrateOptions,
  ResolveIncidentOptions,
  RetryIncidentOptions,
  RetryJobOptions,
  RetryReportOptions,
  SendNowOptions,
  SkipChoice,
  SkipMessageOptions,
  SkipReportOptions,
  UndeployOptions,
} from '../operations/options.ts';
import type {
  DefinitionSummary,
  IncidentFilter,
  IncidentRow,
  InstanceFilter,
  InstanceView,
  JobFilter,
  JobSummary,
  MessageFilter,
  MessageRow,
  OutboxFilter,
  OutboxRow,
  Page,
  SigningKeyCount,
  TaskFilter,
  TaskRow,
} from '../store/store.ts';
import type { TaskDetail, VariablesReadOptions } from './answers/read-instance.ts';
import type { DefinitionView } from './definitions/stored-definitions.ts';
import type { ContinuedPage } from './operate/lists.ts';
import type { MessageRequest, RetryMessageOptions } from './operate/message-options.ts';
import type { Migrated } from './operate/migrate.ts';
import type { BulkOutcome } from './operate/several.ts';

/** The deployed versions of processes. */
export interface BridgeDefinitions {
  /**
   * Ordered by process, the newest version first; includes undeployed versions until retention deletes them. The numbers of instances
   * are of the moment.
   * @param filter.after the `definitionId` of the last row that was read
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`: there is no definition `after`
   */
  list(filter?: { processId?: string } & ContinuedPage): Promise<DefinitionSummary[]>;
  /**
   * A definition with its diagram.
   * @param id of a definition; or of a process, for its latest definition
   * @returns undefined if there is none
   */
  get(id: string): Promise<DefinitionView | undefined>;
  /**
   * Makes a deployed definition the latest of its process again, which new instances get; running instances keep theirs. For a
   * release that is rolled back; a file that is deployed again does not become the latest by itself. Its timer starts are
   * computed anew from now on, by a running service. Once it resolves, this is durable; of this and a deployment at the same
   * time, the one that is stored second decides. The history has an entry without an instance. Does nothing if it is the
   * latest.
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`: no such definition is deployed
   */
  makeLatest(definitionId: string, options?: MakeLatestOptions): Promise<void>;
  /**
   * Undeploys a definition that no open instance runs: it cannot be started any more, and its timer starts are gone. If it is
   * the latest of its process, the process has no latest one until a file is deployed; earlier versions can still be named.
   * Diagrams of ended instances stay readable. Deploying the file again undoes it. Once it resolves, this is durable; of an
   * undeployment and a start at the same time, exactly one succeeds. The history has an entry without an instance.
   * @throws {InputError} `ERR_DEFINITION_IN_USE`: `details.openInstances` is the number of open instances, nothing was
   * changed; `ERR_PROCESS_UNKNOWN`: no such definition is deployed
   */
  undeploy(definitionId: string, options?: UndeployOptions): Promise<void>;
}

/**
 * Lists return 100 rows unless `limit` says otherwise, and are continued by `after`, which costs the same at any place of a
 * long list. `count` takes the same filters, and counts rows as they are at the moment.
 */
export interface BridgeInstances {
  /** Undefined: no instance has this id. */
  get(instanceId: string): Promise<InstanceView | undefined>;
  /**
   * In the order in which they were started, with ended ones until `retention.statusDays` after their end.
   * @param filter.after the `instanceId` of the last row that was read
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`: there is no instance `after`
   */
  list(filter?: InstanceFilter & ContinuedPage): Promise<InstanceView[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: InstanceFilter): Promise<number>;
  /**
   * The variables of an instance, as they are after its last step, which may be personal data. Undefined: it has ended, and
   * its variables are deleted, or the call of `callId` has none of its own.
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_SNAPSHOT_INVALID`: they cannot be read
   */
  variables(instanceId: string, options?: VariablesReadOptions): Promise<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Migrates open instances to another version of their process. Some of them, or all of one definition in calls of `limit`
   * instances, one after the other. Each is one step, committed as a whole or not at all; one that is refused is unchanged
   * and does not stop the others. A press at the same time is applied before or after.
   *
   * What waits at a node that is the same in both versions is kept: tasks with their ids, due times, signers, calls that
   * run. A task whose node has another id, name or other buttons, or other events attached to it, is reported as handled by
   * the system with `next` and the new task; a timer or message there is waited for anew. Refused with a reason: tokens
   * without a node of their kind, running calls and multi-instances that are not the same, and tokens that no instance of
   * the other version can have at these nodes. Buttons of handled tasks work if their node is still there.
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`: `to` is not deployed, or there never was a `from`;
   * `ERR_INSTANCE_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  migrate(options: MigrateOptions): Promise<Migrated>;
}

/** All tasks, including those of ended instances until `retention.statusDays` after the end. */
export interface BridgeTasks {
  /** A task and its buttons. Undefined: no task has this id. */
  get(taskId: string): Promise<TaskDetail | undefined>;
  /**
   * In the order in which they were created, including closed ones.
   * @param filter.handler an account that is named as handler; tasks of its groups are not found
   * @param filter.after the `taskId` of the last row that was read
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no task `after`
   */
  list(filter?: TaskFilter & ContinuedPage): Promise<TaskRow[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: TaskFilter): Promise<number>;
}

/** Reports about tasks to the center. */
export interface BridgeOutbox {
  /**
   * Reports in the order in which they were stored.
   * @param filter.after the `seq` of the last row that was read
   */
  list(filter?: OutboxFilter & { after?: number } & Page): Promise<OutboxRow[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: OutboxFilter): Promise<number>;
  /**
   * Sends a parked report again, with as many attempts as a new one; the reports of its instance that wait behind it
   * follow. Once it resolves, the retry is durable. Of several concurrent calls one succeeds. The parts that the center
   * did not refuse count as delivered, so that it may answer "already handled" for them.
   * @param options.handlers other handlers for tasks that the report creates, here and in the center, in one transaction
   * @throws {InputError} `ERR_NOT_PARKED`: `details.state` is its state; `ERR_REPORT_UNKNOWN`; `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_STEP_FAILED`: a shared task needs one handler for each part; nothing was changed
   */
  retry(seq: number, options?: RetryReportOptions): Promise<OutboxRow>;
  /**
   * Skips a report that is parked or waits for its next attempt: it is not sent any more, and those behind it go on. The
   * center does not get the tasks that it would have created, and keeps open what it would have concluded. If its last
   * call got no answer, it may have arrived. Once it resolves, the skip is durable.
   * @throws {InputError} `ERR_NOT_PARKED`: it is settled, `details.state` is its state; `ERR_REPORT_UNKNOWN`;
   * `ERR_INPUT_INVALID`
   * @throws {StoreError} `ERR_BUSY`: it is being sent at this moment; try again once the outcome is known
   */
  skip(seq: number, options: SkipReportOptions): Promise<OutboxRow>;
  /**
   * Sends all parked reports again, or those that the choice leaves, each as {@link retry} does. With `dryRun` they are only
   * counted. Reports that are parked meanwhile may or may not be among them.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  retryAll(choice?: DeliveryChoice, options?: BulkOptions): Promise<BulkOutcome>;
  /** Skips all parked reports, or those that the choice leaves, each as {@link skip} does; else like {@link retryAll}. */
  skipAll(choice: SkipChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
  /**
   * Marks an unconfirmed report as checked by a person, who has looked at its tasks in the center. `health` no longer counts
   * it. Nothing is sent. Once it resolves, this is durable.
   * @throws {InputError} `ERR_NOT_PARKED`: it is not unconfirmed, `details.state` is its state; `ERR_REPORT_UNKNOWN`;
   * `ERR_INPUT_INVALID`
   */
  acknowledge(seq: number, options: AcknowledgeReportOptions): Promise<OutboxRow>;
  /**
   * Makes due at once what waits for its next attempt, all reports or one. It ends the pause after calls that the center
   * did not answer: for the time when it answers again. One report is tried first, by one bridge; the others follow when it
   * is answered.
   * @returns how many reports were made due; those that are being sent, or wait behind another of their instance, are not
   * @throws {InputError} `ERR_REPORT_UNKNOWN`, `ERR_INPUT_INVALID`
   */
  now(options?: SendNowOptions): Promise<number>;
}

/** Messages to people, through the message center; not the BPMN messages of `bridge.message`. */
export interface BridgeMessages {
  /**
   * Sends a message. Once it resolves, the message is durable and will be sent: at least once, always with its `sendId`,
   * so that the center can recognise a repeat. A message that is stuck does not delay others. The same request with the
   * same `sendId` is the same message while its record is kept: `retention.instanceDays` after it was sent or skipped.
   * @throws {InputError} `ERR_MESSAGE_INVALID`: `details.problems` names each field and the remedy, nothing was stored;
   * `ERR_SEND_ID_TAKEN`: another message already has this `sendId` (the form `<instance>.message.<number>` is reserved for
   * messages of diagrams); `ERR_INPUT_INVALID`
   * @returns its row; {@link get} says later whether it was sent
   */
  send(request: MessageRequest): Promise<MessageRow>;
  /** A message and its state. Undefined: no message has this id. */
  get(sendId: string): Promise<MessageRow | undefined>;
  /**
   * In the order in which they were stored.
   * @param filter.after the `sendId` of the last row that was read
   * @throws {InputError} `ERR_MESSAGE_UNKNOWN`: there is no message `after`
   */
  list(filter?: MessageFilter & ContinuedPage): Promise<MessageRow[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: MessageFilter): Promise<number>;
  /**
   * Sends a parked message again, with its `sendId` and as many attempts as a new one. Once it resolves, the retry is
   * durable. Of several concurrent calls one succeeds, so that no correction overwrites another.
   * @param options.changes corrections, such as `{ toPersons: 'ann' }`; the first request is kept as `original`
   * @throws {InputError} `ERR_NOT_PARKED`: `details.state` is its state; `ERR_MESSAGE_UNKNOWN`;
   * `ERR_MESSAGE_INVALID`, `ERR_INPUT_INVALID`: the message is unchanged
   */
  retry(sendId: string, options?: RetryMessageOptions): Promise<MessageRow>;
  /**
   * Skips a message that is parked or waits for its next attempt: it is not sent any more. If its last call got no
   * answer, it may have arrived. Once it resolves, the skip is durable.
   * @throws {InputError} `ERR_NOT_PARKED`: it is settled, `details.state` is its state; `ERR_MESSAGE_UNKNOWN`;
   * `ERR_INPUT_INVALID`
   * @throws {StoreError} `ERR_BUSY`: it is being sent at this moment; try again once the outcome is known
   */
  skip(sendId: string, options: SkipMessageOptions): Promise<MessageRow>;
  /**
   * Sends all parked messages again, or those that the choice leaves, each as {@link retry} does. With `dryRun` they are only
   * counted.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  retryAll(choice?: DeliveryChoice, options?: BulkOptions): Promise<BulkOutcome>;
  /** Skips all parked messages, or those that the choice leaves, each as {@link skip} does; else like {@link retryAll}. */
  skipAll(choice: SkipChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
}

/** The keys that sign the addresses of buttons. */
export interface BridgeKeys {
  /**
   * Counts, per signing key, the tasks of running and suspended instances whose buttons it signed. A key can be removed
   * from the options once no open task needs it; buttons of handled tasks, such as revoke, stop working with it.
   */
  inUse(): Promise<SigningKeyCount[]>;
}

/** Triggers that could not be applied, and jobs that failed. */
export interface BridgeIncidents {
  /**
   * Oldest first.
   * @param filter.after the `incidentId` of the last row that was read
   * @throws {InputError} `ERR_INCIDENT_UNKNOWN`: there is no incident `after`
   */
  list(filter?: IncidentFilter & ContinuedPage): Promise<IncidentRow[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: IncidentFilter): Promise<number>;
  /**
   * Retries at once what failed: a service or script, a message or signal without a receiver, a timer, or a start by a
   * timer. Once it resolves, the retry is durable. A job gets one more attempt; the incident stays open, and counts
   * attempts, until one succeeds. An attempt that is running at this moment is not repeated.
   * @param options.by who does it, for the history
   * @throws {InputError} `ERR_INCIDENT_UNKNOWN`; `ERR_NOT_RETRIABLE`: `details.why` is `resolved`, `press` (only a person
   * can press again) or `deadlock` (the instance can only be ended)
   */
  retry(incidentId: string, options?: RetryIncidentOptions): Promise<IncidentRow>;
  /**
   * Closes an incident that nothing else would close. Such as of a press that nobody will repeat, because what it should have done was
   * done otherwise, or of a task that only the center has after a restore. Once it resolves, that is durable. A press that
   * fails again opens another one.
   * @throws {InputError} `ERR_INCIDENT_UNKNOWN`; `ERR_NOT_RESOLVABLE`: `details.why` is `resolved`, or its kind: it is closed
   * by a retry that succeeds, or by the end of the instance; `ERR_INPUT_INVALID`
   */
  resolve(incidentId: string, options: ResolveIncidentOptions): Promise<IncidentRow>;
  /**
   * Retries all open incidents that the choice names, each as {@link retry} does, without those that cannot be retried. With
   * `dryRun` they are only counted.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  retryAll(choice?: IncidentChoice, options?: BulkOptions): Promise<BulkOutcome>;
}

/** Calls of services, scripts and processes, and messages and signals between instances. */
export interface BridgeJobs {
  /**
   * In the order of their ids, without what they are called with, which may be personal data.
   * @param filter.after the `jobId` of the last row that was read
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  list(filter?: JobFilter & ContinuedPage): Promise<JobSummary[]>;
  /** How many {@link list} would return without a limit. */
  count(filter?: JobFilter): Promise<number>;
  /**
   * Makes a job due at once that has failed, or that waits for its next attempt. Once it resolves, the retry is durable. An
   * incident stays open until an attempt succeeds.
   * @param options.by who does it, for the history
   * @throws {InputError} `ERR_NOT_RETRIABLE`: `details.why` says that there is none, that an attempt is running, or its
   * state; `ERR_INPUT_INVALID`
   */
  retry(jobId: string, options?: RetryJobOptions): Promise<void>;
  /**
   * Makes all jobs due at once that have failed, or that wait for their next attempt; those that run are not changed. An
   * incident stays open until an attempt succeeds. With `dryRun` they are only counted.
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  retryAll(choice?: JobChoice, options?: BulkOptions): Promise<BulkOutcome>;
}
