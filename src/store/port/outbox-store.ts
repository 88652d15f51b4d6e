import type { ByOperator } from './history-rows.ts';
import type { Lease } from './lease.ts';
import type { Decision, OutboxFilter, OutboxRetry, OutboxRow, OutboxSettlement, ReadEntry } from './outbox-rows.ts';
import type { Page } from './page.ts';

export interface OutboxStore {
  /**
   * Leases the heads that are due: for each instance the oldest entry that is pending or parked, if it is pending.
   * So an entry after a parked one is never leased. Counts the attempt. If the holder dies, the lease expires; later entries
   * do not overtake this one.
   * An entry whose last holder did not settle or release it has `repeat`, because its call may have arrived.
   * An entry that cannot be read is parked and returned as parked.
   */
  leaseOutbox(lease: Lease): Promise<OutboxRow[]>;
  /**
   * Stores the outcome of attempts and releases the leases. An entry is skipped if its lease expired and another holder has
   * it. After a crash before this, all entries are sent again as a `repeat` when their leases expire; so are delivered ones if
   * a crash of the database takes the last outcomes.
   * @returns the `seq` of the settled entries
   */
  settleOutbox(owner: string, settlements: readonly OutboxSettlement[]): Promise<number[]>;
  /** In the order of `seq`; `after`: those with a higher one. After a crash, a `pending` report may have arrived; its answer was not stored. */
  listOutbox(filter: OutboxFilter & { after?: number } & Page): Promise<OutboxRow[]>;
  countOutbox(filter: OutboxFilter): Promise<number>;
  /** After a crash, its state and the history show whether a `retry` or `skip` was stored. */
  getOutboxEntry(seq: number): Promise<OutboxRow | undefined>;
  /**
   * Makes a parked entry due again, with its corrections and a history entry. The parts that the center did not refuse count
   * as delivered. After a crash, all of this is stored or nothing.
   * @returns false if it is not parked, or was sent again since it was read
   */
  retryOutbox(retry: OutboxRetry, at: number): Promise<boolean>;
  /**
   * Skips an entry that is parked, or pending and not leased; later entries continue. The reason is stored in the history.
   * After a crash, all of this is stored or nothing.
   * @returns false if it is neither, or was sent again since it was read
   */
  skipOutbox(read: ReadEntry, skip: Decision): Promise<boolean>;
  /**
   * Marks an unconfirmed entry as checked by a person: `acknowledged`. The reason is stored in the history. After a crash,
   * both are stored or neither.
   * @returns false if it is not unconfirmed; of several concurrent calls one gets true
   */
  acknowledgeOutbox(seq: number, decision: Decision): Promise<boolean>;
  /**
   * Makes pending entries due at `at` that wait for their next attempt: one, or all. Those that are leased, or behind another
   * entry of their instance, are not changed. The oldest one gets the due time `DUE_AT_ONCE`. A history entry with their
   * number is stored in the same transaction, of the instance of the one entry or of none.
   * @returns their number, without those that were not changed
   */
  makeOutboxDue(which: { readonly seq?: number; readonly at: number } & ByOperator): Promise<number>;

  /** Whether more than `limit` reports are pending or parked. */
  isOutboxOver(limit: number): Promise<boolean>;
}
