import type { ExpiringKind, Expiry, Store } from '../../../src/store/store.ts';
import { NOON } from '../rows.ts';

/** Calls until there is nothing more. @returns how many rows each call deleted */
export async function sweepOf(
  store: Store,
  kind: ExpiringKind,
  changes: Partial<Omit<Expiry, 'kind'>> = {},
): Promise<number[]> {
  const expiry = { kind, before: NOON, limit: 100, ...changes };
  const deleted: number[] = [];
  let swept = await store.deleteExpired(expiry);
  for (;;) {
    deleted.push(swept.deleted);
    if (swept.next === null) return deleted;
    swept = await store.deleteExpired({ ...expiry, from: swept.next });
  }
}
