import type { Kysely } from 'kysely';
import type { Lease, TimerStartRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { leaseDue } from '../shared/lease-due.ts';

export async function leaseTimerStarts(db: Kysely<Schema>, lease: Lease): Promise<TimerStartRow[]> {
  const records = await leaseDue(db, 'timerStarts', 'seq', lease);
  return records
    .map(({ freeAt: _free, leaseOwner: _owner, ...row }) => row)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.seq - other.seq);
}
