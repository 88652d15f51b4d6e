import type { Generated, Insertable, Selectable } from 'kysely';
import type { Report } from '../../protocol/report.ts';
import { type AsText, type LeaseColumns, readObject, readTexts } from './columns.ts';
import type { ByOperator } from './history.ts';

/**
 * State of the delivery of a report. `parked`: the center refused it finally; `unconfirmed`: it may or may not have arrived;
 * `acknowledged`: it was unconfirmed, and a person has checked it in the center; `skipped`: an operator decided not to send it.
 */
export type OutboxState = 'pending' | 'delivered' | 'parked' | 'unconfirmed' | 'acknowledged' | 'skipped';

/** A report to the center. */
export interface OutboxRow {
  /** Increases in the order of commits; entries of one instance are delivered in this order, one after the other. */
  readonly seq: number;
  /** The instance of the report. */
  readonly instanceId: string;
  /** The report and its explanation. */
  readonly report: Report;
  /** State of the delivery. */
  readonly state: OutboxState;
  /** Attempts so far. */
  readonly attempts: number;
  /** Whether the center may already know the report, from an earlier attempt or a status answer: "already handled" then means delivered. */
  readonly repeat: boolean;
  /** Time of the next attempt, in epoch milliseconds. */
  readonly dueAt: number;
  /** When it was stored; epoch milliseconds. */
  readonly createdAt: number;
  /** Time when the center accepted it, in epoch milliseconds; null: not yet. */
  readonly deliveredAt: number | null;
  /** Why it was retried, parked, unconfirmed, acknowledged or skipped, for an operator. */
  readonly reason: string | null;
  /** Answers that refused a part of the entry but allow a retry; calls that failed are not counted. */
  readonly refusals: number;
  /** The ids that the latest of these answers refused; the other parts were accepted. */
  readonly refusedIds: readonly string[];
  /** Whether the entry is sent in a separate call, because the answer to a call with several entries was ambiguous. */
  readonly alone: boolean;
  /** The span of the step that queued it, as in W3C Trace Context; null: it was queued without telemetry. */
  readonly traceparent: string | null;
}

export type OutboxSettlement =
  | {
      readonly seq: number;
      readonly state: 'delivered';
      readonly at: number;
      readonly reason: string | null;
      /** The system task that the center refused to create. */
      readonly refusedTaskId?: string;
    }
  | {
      readonly seq: number;
      readonly state: 'unconfirmed';
      readonly at: number;
      readonly reason: string;
      /** The tasks that it may have created: it is delivered once the center has called for each. Default: none. */
      readonly unprovenIds?: readonly string[];
      readonly judgedAsFirst?: true;
    }
  | {
      readonly seq: number;
      readonly state: 'parked';
      readonly at: number;
      readonly reason: string;
      /** The ids that the answer refused; if an operator retries the entry, the other parts count as delivered. */
      readonly refusedIds: readonly string[];
      /** Whether the center may have accepted a part of it. */
      readonly repeat: boolean;
      /** The answer was interpreted as one to a first attempt: if the entry has become a repeat since, it is sent again. */
      readonly judgedAsFirst?: true;
    }
  /** Stays pending, due again at `dueAt`; the other fields are stored in the row. */
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

/** Which reports a list holds; default: all. */
export interface OutboxFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The state. */
  readonly state?: OutboxState;
  /** The process of the instance. */
  readonly processId?: string;
  /** A part of the reason, which has what the center answered; character by character. */
  readonly reason?: string;
  /** Only those stored at this time or later, in epoch milliseconds. */
  readonly createdFrom?: number;
  /** Only those stored before this time, in epoch milliseconds. */
  readonly createdBefore?: number;
}

/** An entry as it was read. The next lease increases `attempts`. */
export type ReadEntry = Pick<OutboxRow, 'seq' | 'attempts'>;

/** A decision of an operator about one entry or message, for the record. */
export interface Decision extends ByOperator {
  readonly at: number;
  readonly reason: string;
}

/** Sends a parked entry again, with as many attempts as a new one. */
export interface OutboxRetry extends ReadEntry, ByOperator {
  /** The corrected report, if an operator changed it. */
  readonly corrected?: {
    readonly report: Report;
    /** Names of the changed fields, for the history; no values. */
    readonly fields: readonly string[];
  };
}

export interface OutboxRecord
  extends Omit<AsText<OutboxRow, 'report' | 'refusedIds'>, 'seq' | 'repeat' | 'alone'>,
    LeaseColumns {
  readonly seq: Generated<number>;
  readonly repeat: number;
  readonly alone: number;
}

export const UNREADABLE_ENTRY = 'its row cannot be read: repair it or restore the database';

const NO_REPORT: Report = {
  kind: 'handled',
  item: { appId: '', handler: '', status: 'none', previousTaskId: '' },
  reason: UNREADABLE_ENTRY,
};

/** Undefined if the row cannot be read. */
export function parseOutboxEntry(selected: Selectable<OutboxRecord>): OutboxRow | undefined {
  const place = { table: 'outbox', id: selected.seq };
  try {
    const { report, refusedIds } = selected;
    return { ...flagsOf(selected), report: readObject(report, place), refusedIds: readTexts(refusedIds, place) };
  } catch {
    return undefined;
  }
}

/** Returns a placeholder for an unreadable row, so that operators can see it in a list and repair it. */
export function readOutboxEntry(selected: Selectable<OutboxRecord>): OutboxRow {
  return (
    parseOutboxEntry(selected) ?? {
      ...flagsOf(selected),
      report: NO_REPORT,
      refusedIds: [],
      reason: UNREADABLE_ENTRY,
    }
  );
}

function flagsOf({ freeAt: _free, leaseOwner: _owner, ...record }: Selectable<OutboxRecord>) {
  return { ...record, repeat: record.repeat === 1, alone: record.alone === 1 };
}

/** A new entry, due at once. */
export function writeOutboxEntry(
  report: Report,
  {
    instanceId,
    at,
    traceparent,
  }: { readonly instanceId: string; readonly at: number; readonly traceparent: string | null },
): Insertable<OutboxRecord> {
  return {
    instanceId,
    report: JSON.stringify(report),
    state: 'pending',
    attempts: 0,
    repeat: 0,
    dueAt: at,
    createdAt: at,
    deliveredAt: null,
    reason: null,
    refusals: 0,
    refusedIds: '[]',
    alone: 0,
    traceparent,
    freeAt: at,
    leaseOwner: null,
  };
}
