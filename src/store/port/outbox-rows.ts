import type { Report } from '../../protocol/report.ts';

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
