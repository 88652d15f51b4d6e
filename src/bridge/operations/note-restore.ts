import { randomUUID } from 'node:crypto';
import type { ByOperator, Restore, Store } from '../../store/store.ts';

/**
 * Stores that the database was restored from a backup: the ids that bridges give from now on differ from all that were given
 * before. Only bridges that are opened afterwards know of it.
 */
export async function noteRestore(
  store: Pick<Store, 'putRestore'>,
  at: number,
  operator: ByOperator = {},
): Promise<Restore> {
  // Random, because the same backup may be restored a second time.
  const restore = { mark: randomUUID().slice(0, 8), at };
  await store.putRestore(restore, operator);
  return restore;
}
