/**
 * What the bridge and the outbox ask of a database. Two drivers stand behind it; nothing here is theirs.
 * Times are epoch milliseconds and come in as parameters; ids are text. Every operation is one transaction: when it
 * rejects, nothing of it was stored, or, where a server went away during the commit, all of it. It may be repeated.
 */
import type { TaskState } from '../protocol/task-state.ts';
import type { Backlog } from './port/backlog.ts';
import type { DefinitionRow, TimerStart, TimerStartRow } from './port/definition-rows.ts';
import type { Expiry, Swept } from './port/expiry.ts';
import type { HistoryRow } from './port/history-rows.ts';
import type { IncidentRetry, IncidentRow } from './port/incident-rows.ts';
import type { InstanceRow, InstanceStatus, WakeUp } from './port/instance-rows.ts';
import type { HeldJob, JobRow } from './port/job-rows.ts';
import type { DueKind, Lease } from './port/lease.ts';
import type { HeldMessage, MessageRetry, MessageRow, MessageSettlement, MessageState } from './port/message-rows.ts';
import type { OutboxRetry, OutboxRow, OutboxSettlement, OutboxState, ReadEntry } from './port/outbox-rows.ts';
import type { PressKey, PressRow } from './port/press-rows.ts';
import type { CommitOutcome, StepCommit } from './port/step-commit.ts';
import type { SigningKeyCount, TaskRow } from './port/task-rows.ts';

export type * from './port/backlog.ts';
export type * from './port/definition-rows.ts';
export type * from './port/expiry.ts';
export type * from './port/history-rows.ts';
export type * from './port/incident-rows.ts';
export type * from './port/instance-rows.ts';
export type * from './port/job-rows.ts';
export type * from './port/lease.ts';
export type * from './port/message-rows.ts';
export type * from './port/outbox-rows.ts';
export type * from './port/press-rows.ts';
export type * from './port/step-commit.ts';
export type * from './port/task-rows.ts';

export interface Page {
  /** Most rows to give. Default: 100. */
  readonly limit?: number;
  /** Rows to pass over. Default: 0. */
  readonly offset?: number;
}

export interface Store {
  /**
   * Stores the definition once and makes it the latest of its process; the same XML again only makes it the latest.
   * @param timerStarts replace those of the former; where it is the latest already, its own run on
   */
  putDefinition(definition: DefinitionRow, timerStarts?: readonly TimerStart[]): Promise<void>;
  getDefinition(definitionId: string): Promise<DefinitionRow | undefined>;
  latestDefinition(processId: string): Promise<DefinitionRow | undefined>;
  /** Which definition is the latest of every process, by process id. */
  listLatestDefinitions(): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]>;

  getInstance(instanceId: string): Promise<InstanceRow | undefined>;
  findInstanceByStartKey(startKey: string): Promise<InstanceRow | undefined>;
  listInstances(
    filter: { processId?: string; status?: InstanceStatus; businessKey?: string } & Page,
  ): Promise<InstanceRow[]>;

  /** Instances that wait for a message of that name and key, oldest first. */
  findSubscribers(name: string, correlationKey: string): Promise<string[]>;
  /** Instances that wait for a signal of that name, oldest first. */
  findSignalCatchers(name: string): Promise<string[]>;

  /** All of a step or none of it, fenced by the revision. After it resolves `committed` the step survives a power cut. */
  commitStep(step: StepCommit): Promise<CommitOutcome>;

  getTask(taskId: string): Promise<TaskRow | undefined>;
  /** Those of an instance that nobody has closed. */
  listOpenTasks(instanceId: string): Promise<TaskRow[]>;
  /** In order of creation, those of one step as the step made them. `handler`: the tasks whose handlers name this account. */
  listTasks(filter: { instanceId?: string; state?: TaskState; handler?: string } & Page): Promise<TaskRow[]>;
  /**
   * The tasks of these ids as the center is about to be told of them: each once, in no order; ids that are no task's
   * are left out. Reports about closed ones that the center has yet to take become a `repeat`: to a center that acts on
   * what it is told now, they say nothing new.
   */
  tellTasks(taskIds: readonly string[]): Promise<TaskRow[]>;

  /** Per signing key the tasks of instances that are not over, ordered by key; a key that none has is not named. */
  countSigningKeys(): Promise<SigningKeyCount[]>;

  getPress(key: PressKey): Promise<PressRow | undefined>;
  /** Keeps the answer to a press that changed nothing else; the first answer stands when two callers race. */
  putPress(press: PressRow): Promise<void>;

  getJob(jobId: string): Promise<JobRow | undefined>;
  /**
   * Leases due jobs, oldest first, and counts the attempt. No job is leased twice at a time. One that cannot be read
   * fails instead, with an incident.
   */
  leaseJobs(lease: Lease): Promise<JobRow[]>;
  /** Gives a leased job back, to be called again at `dueAt`. Only its latest holder is heard, and once. */
  retryJob(job: HeldJob, dueAt: number): Promise<void>;
  /** The same for one whose time has not come: the lease does not count as an attempt. */
  deferJob(job: HeldJob, dueAt: number): Promise<void>;
  /**
   * Ends a queued job's retries and records why; the instance keeps waiting for it. Only its latest holder is heard.
   * @returns false when it is over, or somebody else's
   */
  failJob(job: HeldJob, incident: IncidentRow): Promise<boolean>;

  /**
   * Ends a job whose work goes on as other jobs, all at once; with none it is over. Only its latest holder is heard.
   * @returns false when it is over, or somebody else's: then nothing was stored
   */
  splitJob(job: HeldJob, parts: readonly JobRow[], at: number): Promise<boolean>;

  /** Leases timer starts that are due, most overdue first, and counts the attempt. */
  leaseTimerStarts(lease: Lease): Promise<TimerStartRow[]>;
  /**
   * Ends an occurrence, and the incident of its attempts: the next is due then.
   * @returns false when somebody else ended it, or another definition is the latest
   */
  moveTimerStart(held: TimerStartRow, next: Pick<TimerStart, 'dueAt' | 'left'>, at: number): Promise<boolean>;
  /** Gives a leased timer start back, to be tried again at `freeAt`. Only its latest holder is heard. */
  retryTimerStart(held: TimerStartRow, freeAt: number): Promise<void>;

  /** Leases running instances whose `wakeAt` has come, most overdue first, and counts the attempt. */
  leaseWakeUps(lease: Lease): Promise<WakeUp[]>;
  /** Gives a leased instance back, to be woken at `freeAt`. Only its latest holder is heard; a step overtakes it. */
  retryWakeUp(held: WakeUp, freeAt: number): Promise<void>;

  /**
   * Leases the heads: of each instance and lane the oldest entry that is neither delivered, skipped nor unconfirmed,
   * when it is pending and due. An entry behind a parked one is never leased. Counts the attempt.
   * A row whose last holder neither settled it nor gave it back comes with `repeat`: its call may have arrived.
   * One that cannot be read is parked instead.
   */
  leaseOutbox(lease: Lease): Promise<OutboxRow[]>;
  /**
   * Says what became of leased entries, and ends their leases. Only the holder is heard: an entry whose lease ran out
   * and went to somebody else is left to them.
   * @returns the `seq` of those that were settled
   */
  settleOutbox(owner: string, settlements: readonly OutboxSettlement[]): Promise<number[]>;
  listOutbox(filter: { instanceId?: string; state?: OutboxState } & Page): Promise<OutboxRow[]>;
  getOutboxEntry(seq: number): Promise<OutboxRow | undefined>;
  /**
   * Makes a parked entry due again. What the answer that parked it did not name went through, and counts as a repeat.
   * @returns false when it is not parked, or was sent again since it was read
   */
  retryOutbox(retry: OutboxRetry, at: number): Promise<boolean>;
  /**
   * Gives up an entry that is parked, or pending and on nobody's hands; those behind it go on.
   * @returns false when it is neither, or was sent again since it was read
   */
  skipOutbox(read: ReadEntry, skip: { readonly at: number; readonly reason: string }): Promise<boolean>;

  /**
   * Keeps a message, unless there is one of that `sendId`.
   * @returns the one that stands
   */
  putMessage(message: MessageRow): Promise<MessageRow>;
  getMessage(sendId: string): Promise<MessageRow | undefined>;
  /** In order of commit. */
  listMessages(filter: { instanceId?: string; state?: MessageState } & Page): Promise<MessageRow[]>;
  /**
   * Leases due messages, most overdue first, and counts the attempt. No message is leased twice at a time. One that
   * cannot be read is parked instead, and comes back so.
   */
  leaseMessages(lease: Lease): Promise<MessageRow[]>;
  /**
   * Says what became of a leased message, and ends its lease. Only its latest holder is heard.
   * @returns false when it is settled, or somebody else's
   */
  settleMessage(held: HeldMessage, settlement: MessageSettlement): Promise<boolean>;
  /** Makes a parked message due again. @returns false when it is not parked, or was sent again since it was read */
  retryMessage(read: HeldMessage, retry: MessageRetry): Promise<boolean>;
  /**
   * Gives up a message that is parked, or pending and on nobody's hands.
   * @returns false when it is neither, or was sent again since it was read
   */
  skipMessage(read: HeldMessage, skip: { readonly at: number; readonly reason: string }): Promise<boolean>;

  /**
   * Keeps the incident. Of a subject and code only one stands open: it counts the others, and says the latest reason.
   * @returns the one that stands
   */
  putIncident(incident: IncidentRow): Promise<IncidentRow>;
  /**
   * Makes the job, wake-up or timer start of an open incident due now, unless somebody is just trying it, or the instance
   * is suspended and wants no wake-up. The incident stands until that goes through.
   */
  retryIncident(incidentId: string, at: number): Promise<IncidentRetry>;
  listIncidents(filter: { instanceId?: string; open?: boolean } & Page): Promise<IncidentRow[]>;

  /**
   * The durable feed, in order of commit, after a sequence number. Numbers that were given are not given again; those of
   * what {@link deleteExpired} took are missing.
   */
  listHistory(filter: { after?: number; instanceId?: string; limit?: number }): Promise<HistoryRow[]>;

  /**
   * Deletes some of what has been over for long enough; call it again until `next` is null. An instance for which
   * something is on its way or parked, or whose job failed and stands as an incident, is passed over with all it has.
   * After a crash every call that resolved has deleted what it says, and what is left is met by the next sweep: an
   * instance may be without some of its rows, and nothing depends on those. Callers on any number of nodes may race,
   * none waits for another, and no step waits for them.
   */
  deleteExpired(expiry: Expiry): Promise<Swept>;

  /** What is undone, as of now: numbers of one moment each, not of the same. */
  countBacklog(now: number): Promise<Backlog>;
  /** Whether more than so many reports are pending or parked. */
  isOutboxOver(most: number): Promise<boolean>;
  /**
   * When the next job, wake-up, timer start, outbox head or message is due (leased ones: when their lease ends); null:
   * nothing waits.
   * @param kind asks about one of them alone
   */
  nextDueAt(kind?: DueKind): Promise<number | null>;
  /** Gives back every lease of the owner, at the end of a bridge. Outbox entries among them become a `repeat`. */
  releaseLeases(owner: string): Promise<void>;
  close(): Promise<void>;

  /**
   * The present in epoch milliseconds by the clock that all who share the database have in common. Without one, the
   * store is of this machine alone, and its clock will do.
   */
  readonly clock?: () => number;
  /**
   * Calls the listener, of which there is one, when another node may have committed what is due. Only a hint: some are
   * lost, and through a pooler none comes, so whoever waits for work goes on asking.
   */
  onHint?(listener: () => void): void;
}
