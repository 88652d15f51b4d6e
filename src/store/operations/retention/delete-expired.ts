import type { Kysely } from 'kysely';
import type { Expiry, SweepPlace, Swept } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { deleteEnded, deleteRowsOfEnded } from './delete-ended.ts';
import { deleteUnusedDefinitions } from './delete-unused-definitions.ts';
import { deleteWithoutInstance } from './delete-without-instance.ts';

/** Sorts before every instance. */
const FIRST: SweepPlace = { endedAt: 0, instanceId: '' };

export async function deleteExpired(db: Kysely<Schema>, { kind, before, limit, from = FIRST }: Expiry): Promise<Swept> {
  return await db.transaction().execute(async (transaction) => {
    switch (kind) {
      case 'rows-of-ended':
        return await deleteRowsOfEnded(transaction, before, limit, from);
      case 'ended':
        return await deleteEnded(transaction, before, limit, from);
      case 'without-instance':
        return untilNoneLeft(await deleteWithoutInstance(transaction, before, limit));
      case 'definitions':
        return untilNoneLeft(await deleteUnusedDefinitions(transaction, before, limit));
    }
  });

  /** These queries find only rows to delete, so every call starts from the beginning. */
  function untilNoneLeft(deleted: number): Swept {
    return { deleted, next: deleted < limit ? null : FIRST };
  }
}
