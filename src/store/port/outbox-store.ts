import type { Lease } from './lease.ts';
import type { OutboxRetry, OutboxRow, OutboxSettlement, OutboxState, ReadEntry } from './outbox-rows.ts';
import type { Page } from './page.ts';

export interface OutboxStore {
  /**
   * Leases the heads: of each instance and lane the oldest entry that is neither delivered, skipped nor unconfirmed,
   * when it is pending and due. An entry behind a parked one is never leased. Counts the attempt. When the holder dies
   * the lease runs out, and nothing behind the entry has overtaken it.
   * A row whose last holder neither settled it nor gave it back comes with `repeat`: its call may have arrived.
   * One that cannot be read is parked instead, and comes back so.
   */
  leaseOutbox(lease: Lease): Promise<OutboxRow[]>;
  /**
   * Says what became of leased entries, and ends their leases. Only the holder is heard: an entry whose lease ran out
   * and went to somebody else is left to them. After a crash before it, all of them are sent once more when the lease
   * runs out, as a `repeat`.
   * @returns the `seq` of those that were settled
   */
  settleOutbox(owner: string, settlements: readonly OutboxSettlement[]): Promise<number[]>;
  /** After a crash shows as `pending` what may have arrived: the answer was not stored. */
  listOutbox(filter: { instanceId?: string; state?: OutboxState } & Page): Promise<OutboxRow[]>;
  /** After a crash tells an operator whether their `retry` or `skip` went through: its state, and the history, say so. */
  getOutboxEntry(seq: number): Promise<OutboxRow | undefined>;
  /**
   * Makes a parked entry due again. What the answer that parked it did not name went through, and counts as a repeat.
   * After a crash it is due, with its corrections and the record of them, though nobody was woken to send it; or parked
   * as before.
   * @returns false when it is not parked, or was sent again since it was read
   */
  retryOutbox(retry: OutboxRetry, at: number): Promise<boolean>;
  /**
   * Gives up an entry that is parked, or pending and on nobody's hands; those behind it go on. After a crash it is
   * given up, with the reason on record, and the next look into the store finds those behind it; or it stands as
   * before.
   * @returns false when it is neither, or was sent again since it was read
   */
  skipOutbox(read: ReadEntry, skip: { readonly at: number; readonly reason: string }): Promise<boolean>;

  /** Whether more than so many reports are pending or parked. After a crash those too whose step nobody answered. */
  isOutboxOver(most: number): Promise<boolean>;
}
