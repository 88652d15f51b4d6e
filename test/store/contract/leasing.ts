import type { Lease, OutboxRow, OutboxSettlement, Store } from '../../../src/store/store.ts';
import { NOON } from '../rows.ts';

export const MINUTE = 60_000;

export function lease(changes: Partial<Lease> = {}): Lease {
  return { now: NOON, limit: 100, leaseMs: MINUTE, owner: 'me', ...changes };
}

export function delivered(seq: number): OutboxSettlement {
  return { seq, state: 'delivered', at: NOON + 1, reason: null };
}

export function parked(
  seq: number,
  reason = 'answered 400',
  refusedIds: readonly string[] = [],
): Extract<OutboxSettlement, { state: 'parked' }> {
  return { seq, state: 'parked', at: NOON, reason, refusedIds, repeat: false };
}

export function pending(
  seq: number,
  changes: Partial<Extract<OutboxSettlement, { state: 'pending' }>> = {},
): OutboxSettlement {
  return {
    seq,
    state: 'pending',
    dueAt: NOON,
    repeat: false,
    refusals: 0,
    refusedIds: [],
    alone: false,
    reason: 'the center did not answer',
    ...changes,
  };
}

export const previousIds = (rows: readonly OutboxRow[]) => rows.map((row) => row.report.item.previousTaskId);
export const seqs = (rows: readonly OutboxRow[]) => rows.map((row) => row.seq);

export async function leaseOne(store: Store, changes: Partial<Lease> = {}): Promise<OutboxRow> {
  const [row] = await store.leaseOutbox(lease(changes));
  if (row === undefined) throw new Error('nothing to lease');
  return row;
}
