/**
 * What the bridge and the outbox ask of a database. Two drivers stand behind it; nothing here is theirs.
 * Times are epoch milliseconds and come in as parameters; ids are text. Every operation is one transaction:
 * when it rejects, nothing of it was stored.
 */
import type { MessageProblem, MessageSendRequest } from '../protocol/message-send.ts';
import type { Report } from '../protocol/report.ts';
import type { HandlingStatus, NextTaskItem } from '../protocol/task-handling.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** A start event of a process that a timer sets off, and when it does next. */
export interface TimerStart {
  readonly startNodeId: string;
  /** Epoch milliseconds; null: never again. */
  readonly dueAt: number | null;
  /** Rounds of a cycle that are left with this one; -1 without end, null for what is no cycle. */
  readonly left: number | null;
}

export interface TimerStartRow extends TimerStart {
  readonly seq: number;
  readonly processId: string;
  readonly definitionId: string;
  /** Attempts since its time was set. */
  readonly attempts: number;
}

export interface DefinitionRow {
  /** Hash of the XML. */
  readonly definitionId: string;
  readonly processId: string;
  readonly xml: string;
  readonly deployedAt: number;
}

/** `terminated` and `revoked`: ended by an operation, before its time. */
export type InstanceStatus = 'running' | 'suspended' | 'ended' | 'terminated' | 'revoked';

export interface InstanceRow {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly processId: string;
  readonly status: InstanceStatus;
  readonly initiator: string;
  readonly initiatorName: string | null;
  readonly businessKey: string | null;
  readonly startKey: string | null;
  /** JSON of the plugin's snapshot; null once the instance has ended. */
  readonly snapshot: string | null;
  /** Counts the committed steps; the fence against two steps on one snapshot. */
  readonly revision: number;
  /** When the instance wants a step by itself; null: never. */
  readonly wakeAt: number | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** One pending item in the center. Outlives its instance, since the center may ask about it later. */
export interface TaskRow {
  readonly taskId: string;
  readonly instanceId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly executionId: string;
  readonly state: TaskState;
  /** Accounts; empty when a group handles it. */
  readonly handlers: readonly string[];
  /** Groups; empty when accounts handle it. */
  readonly handlingGroups: readonly string[];
  readonly createdAt: number;
  readonly closedAt: number | null;
  /** Who closed or suspended it, and how; null while it is open or when nobody did. */
  readonly handler: string | null;
  readonly opinions: string | null;
  readonly handleStatus: string | null;
  /** Set where nobody pressed: the name of what did it, in the place of `handler`, who only stands in the report. */
  readonly handlerName: string | null;
  /** Who has it now; null unless the state is TURN. */
  readonly turnHandler: string | null;
  /** Null unless the state is SUSPENDED. */
  readonly suspendedAt: number | null;
  /** Accounts that have done their part of a task that several share. */
  readonly signedBy: readonly string[];
  /** What the center was told last of its handling; null: nothing yet. */
  readonly report: TaskReport | null;
  /** The key that signed the addresses of its buttons. */
  readonly signingKeyId: string;
  /** How often each button was used whose uses are counted, by its key. */
  readonly actionUses: Readonly<Record<string, number>>;
}

/** The part of a report that the task-status callback repeats. */
export interface TaskReport {
  readonly status: HandlingStatus;
  readonly next: readonly NextTaskItem[];
}

/** What a step changes of a task without closing it. */
export interface TaskChange
  extends Partial<
    Pick<TaskRow, 'handlers' | 'signedBy' | 'suspendedAt' | 'handler' | 'opinions' | 'handleStatus' | 'actionUses'>
  > {
  readonly taskId: string;
  readonly state?: 'IN_PROGRESS' | 'SUSPENDED';
}

export interface TaskClosing {
  readonly taskId: string;
  readonly state: Exclude<TaskState, 'IN_PROGRESS' | 'SUSPENDED'>;
  readonly closedAt: number;
  readonly handler: string | null;
  readonly opinions: string | null;
  readonly handleStatus: string | null;
  readonly handlerName: string | null;
  readonly turnHandler: string | null;
}

/** How many tasks of running or suspended instances have buttons whose addresses a key signed. */
export interface SigningKeyCount {
  readonly keyId: string;
  /** In progress or suspended. */
  readonly openTasks: number;
  /** Closed; their buttons withdraw or urge. */
  readonly handledTasks: number;
}

export type JobState = 'queued' | 'done' | 'cancelled' | 'failed';

export interface JobRow {
  readonly jobId: string;
  /** A call of a service or of the function for scripts, or a message or signal that was thrown, for other instances. */
  readonly kind: 'service' | 'script' | 'message' | 'signal';
  readonly instanceId: string;
  readonly nodeId: string;
  readonly executionId: string;
  /** Name of the service, the message or the signal, or language of the script. */
  readonly service: string;
  /** What the service is called with. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same on every repeat of this call, unlike any other call. */
  readonly idempotencyKey: string;
  readonly state: JobState;
  /** Calls begun so far. */
  readonly attempts: number;
  readonly dueAt: number;
  readonly createdAt: number;
}

/** A job as it was leased: whoever leases it next counts another attempt, and holds it instead. */
export type HeldJob = Pick<JobRow, 'jobId' | 'attempts'>;

/** An instance whose time has come. */
export interface WakeUp {
  readonly instanceId: string;
  /** Attempts since its time was set, with this one. */
  readonly attempts: number;
}

export interface PressKey {
  readonly uuid: string;
  readonly taskId: string;
  readonly actionKey: string;
}

export interface PressRow extends PressKey {
  /** Hash of the parameters: a repeat must be the same press. */
  readonly fingerprint: string;
  readonly verdict: Verdict;
  readonly at: number;
}

export type OutboxState = 'pending' | 'delivered' | 'parked' | 'unconfirmed' | 'skipped';

export interface OutboxRow {
  /** Order of commit; entries of one instance and lane are delivered in this order. */
  readonly seq: number;
  readonly instanceId: string;
  readonly lane: 'report';
  readonly report: Report;
  readonly state: OutboxState;
  readonly attempts: number;
  /** True when an earlier attempt may have reached the center, or a status answer did: what it answers now may be an echo. */
  readonly repeat: boolean;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  /** Why it was retried, parked or unconfirmed, for an operator. */
  readonly reason: string | null;
  /** Answers so far that refused a part of the entry and asked for another attempt; calls that failed do not count. */
  readonly refusals: number;
  /** The ids that the latest of these answers named; what it did not name had gone through. */
  readonly refusedIds: readonly string[];
  /** True when a call that held other entries too was answered unclearly: the entry goes in a call of its own. */
  readonly alone: boolean;
}

export type OutboxSettlement =
  | {
      readonly seq: number;
      readonly state: 'delivered' | 'unconfirmed';
      readonly at: number;
      readonly reason: string | null;
    }
  | {
      readonly seq: number;
      readonly state: 'parked';
      readonly at: number;
      readonly reason: string;
      /** The answer was judged as one to a first attempt: an entry that has become a repeat since is tried once more. */
      readonly judgedAsFirst?: true;
    }
  /** Stays pending, due again at `dueAt`; the rest is remembered on the row. */
  | {
      readonly seq: number;
      readonly state: 'pending';
      readonly dueAt: number;
      readonly repeat: boolean;
      readonly refusals: number;
      readonly refusedIds: readonly string[];
      readonly alone: boolean;
      readonly reason: string | null;
    };

/**
 * `partial`: sent, but not to everybody; `problems` names whom. `parked`: the center refused it for good. `skipped`: an
 * operator gave it up.
 */
export type MessageState = 'pending' | 'sent' | 'partial' | 'parked' | 'skipped';

/** A message for the message center. Messages wait for nothing and hold nothing up. */
export interface MessageRow {
  /** The same on every repeat, so that the center can tell one. */
  readonly sendId: string;
  /** What sent it; null when the host did, by code. */
  readonly instanceId: string | null;
  readonly nodeId: string | null;
  readonly request: MessageSendRequest;
  readonly state: MessageState;
  /** Calls begun so far. */
  readonly attempts: number;
  /** Answers so far that refused it and asked for another attempt; calls that failed do not count. */
  readonly refusals: number;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly sentAt: number | null;
  /** The recipients whom it did not reach. */
  readonly problems: readonly MessageProblem[];
  /** Why it was retried or parked, for an operator. */
  readonly reason: string | null;
}

export type MessageSettlement =
  | {
      readonly state: 'sent' | 'partial';
      readonly at: number;
      readonly problems: readonly MessageProblem[];
      readonly reason: string | null;
    }
  | { readonly state: 'parked'; readonly refusals: number; readonly reason: string }
  /** Stays pending, due again at `dueAt`. */
  | { readonly state: 'pending'; readonly dueAt: number; readonly refusals: number; readonly reason: string | null };

/** A message as it was leased: whoever leases it next counts another attempt, and holds it instead. */
export type HeldMessage = Pick<MessageRow, 'sendId' | 'attempts'>;

export interface IncidentRow {
  readonly incidentId: string;
  /** Null for the start of an instance by a timer. */
  readonly instanceId: string | null;
  /** What failed: the trigger's kind. */
  readonly kind: 'start' | 'press' | 'job' | 'wake';
  /** The task, job or instance it failed at, or the start event: `<process>.<node>`. */
  readonly subject: string;
  readonly code: string;
  /** Of the latest time. */
  readonly reason: string;
  /** When it happened first. */
  readonly at: number;
  readonly latestAt: number;
  /** How often it happened since. */
  readonly count: number;
  readonly resolvedAt: number | null;
}

export interface HistoryRow {
  /** Ever growing, in order of commit. */
  readonly seq: number;
  readonly instanceId: string;
  readonly at: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message or signal that an instance waits for. */
export interface EventSubscription {
  readonly executionId: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Of a message: its own key, else the business key of the instance; null: only who knows the instance can send it. */
  readonly correlationKey: string | null;
}

/** All that one step changes. */
export interface StepCommit {
  /** The instance after the step, without its revision. */
  readonly instance: Omit<InstanceRow, 'revision'>;
  /** The revision the step was computed on; 0 for a new instance, whose first revision becomes 1. */
  readonly baseRevision: number;
  readonly tasksCreated: readonly TaskRow[];
  readonly tasksClosed: readonly TaskClosing[];
  readonly tasksChanged: readonly TaskChange[];
  /**
   * Set on every open task of the instance: it was suspended or activated. Jobs of an activated one that nobody holds
   * are due at once.
   */
  readonly openTasks?: Pick<TaskRow, 'suspendedAt' | 'handler' | 'opinions'> & {
    readonly state: 'IN_PROGRESS' | 'SUSPENDED';
  };
  readonly jobsCreated: readonly JobRow[];
  /**
   * Jobs that are over. A job that the step says is `done` must be `queued` until then, else the step is `lost`: its
   * work was done by somebody else. One that is cancelled and not `queued` any more is left as it is.
   */
  readonly jobsClosed: readonly { readonly jobId: string; readonly state: Exclude<JobState, 'queued'> }[];
  /** Every message and signal the instance waits for after the step; those of before are forgotten. */
  readonly subscriptions: readonly EventSubscription[];
  readonly reports: readonly Report[];
  /** A row whose `sendId` is there already is left as it is. */
  readonly messages: readonly MessageRow[];
  readonly history: readonly Omit<HistoryRow, 'seq' | 'instanceId'>[];
  /**
   * Subjects whose open incidents the step has overtaken. `all`: those of the instance, which has ended, but for what it
   * threw and reached nobody.
   */
  readonly incidentsResolved: readonly string[] | 'all';
  readonly press?: PressRow;
  readonly at: number;
}

/**
 * `lost`: another step was committed on `baseRevision` first, the start key or press key is taken, or a job was done
 * by somebody else; nothing was stored, read again.
 */
export type CommitOutcome = 'committed' | 'lost';

export interface Lease {
  readonly now: number;
  readonly limit: number;
  /** Longer than the work may take; a dead holder's rows come free after it. */
  readonly leaseMs: number;
  /** Names the holder, unique per bridge. */
  readonly owner: string;
}

/** What waits for its time. */
export type DueKind = 'job' | 'wake-up' | 'timer-start' | 'outbox' | 'message';

export interface Page {
  readonly limit?: number;
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
  /** Leases due jobs, oldest first, and counts the attempt. No job is leased twice at a time. */
  leaseJobs(lease: Lease): Promise<JobRow[]>;
  /** Gives a leased job back, to be called again at `dueAt`. Only its latest holder is heard. */
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
  splitJob(job: HeldJob, parts: readonly JobRow[]): Promise<boolean>;

  /** Leases timer starts that are due, most overdue first, and counts the attempt. */
  leaseTimerStarts(lease: Lease): Promise<TimerStartRow[]>;
  /**
   * Ends an occurrence, and the incident of its attempts: the next is due then.
   * @returns false when somebody else ended it, or another definition is the latest
   */
  moveTimerStart(held: TimerStartRow, next: Pick<TimerStart, 'dueAt' | 'left'>, at: number): Promise<boolean>;
  /** Gives a leased timer start back, to be tried again at `freeAt`. Only its latest holder is heard. */
  retryTimerStart(held: TimerStartRow, freeAt: number): Promise<void>;

  /** Leases instances whose `wakeAt` has come, most overdue first, and counts the attempt. */
  leaseWakeUps(lease: Lease): Promise<WakeUp[]>;
  /** Gives a leased instance back, to be woken at `freeAt`. Only its latest holder is heard; a step overtakes it. */
  retryWakeUp(held: WakeUp, freeAt: number): Promise<void>;

  /**
   * Leases the heads: of each instance and lane the oldest entry that is neither delivered, skipped nor unconfirmed,
   * when it is pending and due. An entry behind a parked one is never leased. Counts the attempt.
   * A row whose last holder neither settled it nor gave it back comes with `repeat`: its call may have arrived.
   */
  leaseOutbox(lease: Lease): Promise<OutboxRow[]>;
  /**
   * Says what became of leased entries, and ends their leases. Only the holder is heard: an entry whose lease ran out
   * and went to somebody else is left to them.
   * @returns the `seq` of those that were settled
   */
  settleOutbox(owner: string, settlements: readonly OutboxSettlement[]): Promise<number[]>;
  listOutbox(filter: { instanceId?: string; state?: OutboxState } & Page): Promise<OutboxRow[]>;

  /**
   * Keeps a message, unless there is one of that `sendId`.
   * @returns the one that stands
   */
  putMessage(message: MessageRow): Promise<MessageRow>;
  getMessage(sendId: string): Promise<MessageRow | undefined>;
  /** In order of commit. */
  listMessages(filter: { instanceId?: string; state?: MessageState } & Page): Promise<MessageRow[]>;
  /** Leases due messages, most overdue first, and counts the attempt. No message is leased twice at a time. */
  leaseMessages(lease: Lease): Promise<MessageRow[]>;
  /**
   * Says what became of a leased message, and ends its lease. Only its latest holder is heard.
   * @returns false when it is settled, or somebody else's
   */
  settleMessage(held: HeldMessage, settlement: MessageSettlement): Promise<boolean>;

  /**
   * Keeps the incident. Of a subject and code only one stands open: it counts the others, and says the latest reason.
   * @returns the one that stands
   */
  putIncident(incident: IncidentRow): Promise<IncidentRow>;
  listIncidents(filter: { instanceId?: string; open?: boolean } & Page): Promise<IncidentRow[]>;

  /** The durable feed, in order of commit, after a sequence number. */
  listHistory(filter: { after?: number; instanceId?: string; limit?: number }): Promise<HistoryRow[]>;

  /**
   * When the next job, wake-up, timer start, outbox head or message is due (leased ones: when their lease ends); null:
   * nothing waits.
   * @param kind asks about one of them alone
   */
  nextDueAt(kind?: DueKind): Promise<number | null>;
  /** Gives back every lease of the owner, at the end of a bridge. Outbox entries among them become a `repeat`. */
  releaseLeases(owner: string): Promise<void>;
  close(): Promise<void>;
}
