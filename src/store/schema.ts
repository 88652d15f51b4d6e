/**
 * The tables as the queries see them: one schema for both drivers. Times are epoch milliseconds, flags are 0 or 1,
 * and JSON is text, so that nothing depends on what a database calls its types.
 *
 * A row that can be leased has a `freeAt`: the moment from which it may be taken, which is when it is due or, while
 * somebody holds it, when their lease ends. Null: never again. So what is due is one range of one index.
 */
import type { Generated } from 'kysely';
import type {
  DefinitionRow,
  EventSubscription,
  HistoryRow,
  IncidentRow,
  InstanceRow,
  JobRow,
  MessageRow,
  OutboxRow,
  PressRow,
  TaskRow,
  TimerStartRow,
} from './port.ts';

/** Row with some of its fields held as JSON text. */
type AsText<Row, Field extends keyof Row> = Omit<Row, Field> & { readonly [Name in Field]: string };

export interface DefinitionRecord extends DefinitionRow {
  /** When another became the latest of its process; null: it is the latest. */
  readonly supersededAt: number | null;
}

/** Which definition of a process a start takes. */
interface LatestDefinitionRecord {
  readonly processId: string;
  readonly definitionId: string;
}

export interface InstanceRecord extends InstanceRow {
  readonly wakeFreeAt: number | null;
  readonly wakeOwner: string | null;
  readonly wakeAttempts: number;
  /** 1: it is over, and of what belongs to it only the tasks are left. */
  readonly cleared: number;
}

export interface TaskRecord
  extends Omit<TaskRow, 'handlers' | 'handlingGroups' | 'signedBy' | 'actionUses' | 'report'> {
  /** Order of creation: their ids end in numbers, which do not sort as texts. */
  readonly seq: Generated<number>;
  readonly handlers: string;
  readonly handlingGroups: string;
  readonly signedBy: string;
  readonly actionUses: string;
  readonly report: string | null;
}

/** The accounts of a task's handlers once more, to find tasks by. */
interface TaskHandlerRecord {
  readonly taskId: string;
  readonly account: string;
}

export interface JobRecord extends AsText<JobRow, 'variables' | 'input'> {
  readonly freeAt: number | null;
  readonly leaseOwner: string | null;
}

interface SubscriptionRecord extends EventSubscription {
  readonly instanceId: string;
}

export type PressRecord = AsText<PressRow, 'verdict'>;

export interface OutboxRecord extends Omit<AsText<OutboxRow, 'report' | 'refusedIds'>, 'seq' | 'repeat' | 'alone'> {
  readonly seq: Generated<number>;
  readonly repeat: number;
  readonly alone: number;
  readonly freeAt: number | null;
  readonly leaseOwner: string | null;
}

export interface MessageRecord extends AsText<Omit<MessageRow, 'original'>, 'request' | 'problems'> {
  readonly seq: Generated<number>;
  readonly original: string | null;
  readonly freeAt: number | null;
  readonly leaseOwner: string | null;
}

export interface HistoryRecord extends Omit<AsText<HistoryRow, 'data'>, 'seq'> {
  readonly seq: Generated<number>;
}

interface TimerStartRecord extends Omit<TimerStartRow, 'seq'> {
  readonly seq: Generated<number>;
  readonly freeAt: number | null;
  readonly leaseOwner: string | null;
}

export interface Schema {
  readonly definitions: DefinitionRecord;
  readonly latestDefinitions: LatestDefinitionRecord;
  readonly timerStarts: TimerStartRecord;
  readonly instances: InstanceRecord;
  readonly tasks: TaskRecord;
  readonly taskHandlers: TaskHandlerRecord;
  readonly jobs: JobRecord;
  readonly subscriptions: SubscriptionRecord;
  readonly presses: PressRecord;
  readonly outbox: OutboxRecord;
  readonly messages: MessageRecord;
  readonly incidents: IncidentRow;
  readonly history: HistoryRecord;
}
