import type { Report } from '../../protocol/report.ts';

/** What has become of a report. */
export type OutboxState = 'pending' | 'delivered' | 'parked' | 'unconfirmed' | 'skipped';

/** A report on its way to the center. */
export interface OutboxRow {
  /** Order of commit; entries of one instance and lane are delivered in this order. */
  readonly seq: number;
  /** The instance it tells of. */
  readonly instanceId: string;
  /** Entries of one instance and lane go one after the other. */
  readonly lane: 'report';
  /** What the center is told, and why. */
  readonly report: Report;
  /** How far it is on its way. */
  readonly state: OutboxState;
  /** Calls begun so far. */
  readonly attempts: number;
  /** True when an earlier attempt may have reached the center, or a status answer did: what it answers now may be an echo. */
  readonly repeat: boolean;
  /** When it is sent, or tried again; epoch milliseconds. */
  readonly dueAt: number;
  /** When it was stored; epoch milliseconds. */
  readonly createdAt: number;
  /** When the center took it; epoch milliseconds, null: not yet. */
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
      readonly state: 'delivered';
      readonly at: number;
      readonly reason: string | null;
    }
  | {
      readonly seq: number;
      readonly state: 'unconfirmed';
      readonly at: number;
      readonly reason: string;
      readonly judgedAsFirst?: true;
    }
  | {
      readonly seq: number;
      readonly state: 'parked';
      readonly at: number;
      readonly reason: string;
      /** The ids that the answer named: should an operator try it again, what it did not name went through. */
      readonly refusedIds: readonly string[];
      /** Whether any part of it may have been done, as far as the answer told. */
      readonly repeat: boolean;
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

/** An entry as it was read: whoever leases it next counts another attempt. */
export type ReadEntry = Pick<OutboxRow, 'seq' | 'attempts'>;

/** Sends a parked entry again, with as many refusals to come as a new one. */
export interface OutboxRetry extends ReadEntry {
  /** What goes out instead, where an operator corrected it. */
  readonly corrected?: {
    readonly report: Report;
    /** What differs, for the history: no values. */
    readonly fields: readonly string[];
  };
}
