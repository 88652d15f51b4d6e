/**
 * The tables, with one schema for both drivers. Times are epoch milliseconds, flags are 0 or 1, and JSON is text, so that
 * nothing depends on the types of a database.
 *
 * A row that can be leased has a `freeAt`: the time when it is due or, while it is leased, when the lease expires; null: it
 * is done, or waits behind a parked entry of the outbox. So all due rows are one range of an index.
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
  Restore,
  TaskRow,
  TimerStartRow,
} from './port.ts';

/** A row with some fields stored as JSON text. */
type AsText<Row, Field extends keyof Row> = Omit<Row, Field> & { readonly [Name in Field]: string };

export interface DefinitionRecord extends Omit<DefinitionRow, 'undeployedAt' | 'extendsId'> {
  /** Time when a newer definition replaced it; null: it is the latest. */
  readonly supersededAt: number | null;
  /** null: it is deployed, or extends one that was. */
  readonly undeployedAt: number | null;
  /** The deployed definition that it extends; null: it was deployed itself. */
  readonly extendsId: string | null;
}

/** The latest definition of each process. */
interface LatestDefinitionRecord {
  readonly processId: string;
  readonly definitionId: string;
}

export interface InstanceRecord extends AsText<InstanceRow, 'currentNodes' | 'summary'> {
  /** Title and summary as `text` filters search them: one per line, in lower case. */
  readonly searchText: string;
  readonly wakeFreeAt: number | null;
  readonly wakeOwner: string | null;
  readonly wakeAttempts: number;
  /** Attempts that a step was begun for and that have not come back. */
  readonly wakeBegun: number;
  /** 1: it has ended, and all its rows except tasks have been deleted. */
  readonly cleared: number;
}

export interface TaskRecord
  extends Omit<TaskRow, 'handlers' | 'handlingGroups' | 'signedBy' | 'actionUses' | 'report' | 'summary'> {
  /** Order of creation. Task ids cannot be used, because their numbers do not sort as text. */
  readonly seq: Generated<number>;
  readonly handlers: string;
  readonly handlingGroups: string;
  readonly signedBy: string;
  readonly actionUses: string;
  readonly report: string | null;
  readonly summary: string;
  /** Title, name of the node and summary as `text` filters search them: one per line, in lower case. */
  readonly searchText: string;
}

/** The accounts and groups that handle tasks, one row each, for searching. */
export interface TaskHandlerRecord {
  readonly taskId: string;
  readonly kind: 'account' | 'group';
  readonly name: string;
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

interface RestoreRecord extends Restore {
  readonly seq: Generated<number>;
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
  readonly restores: RestoreRecord;
}
