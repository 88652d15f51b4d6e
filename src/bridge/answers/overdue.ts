import { DUE_AT_ONCE } from '../../store/rows/columns.ts';

/** @param dueAt epoch milliseconds; what an operator retries is due at once, and has no time of its own; null: nothing is due */
export function overdueMs(dueAt: number | null, now: number): number {
  return dueAt === null || dueAt === DUE_AT_ONCE ? 0 : Math.max(0, now - dueAt);
}
