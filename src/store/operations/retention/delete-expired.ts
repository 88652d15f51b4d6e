import type { Kysely } from 'kysely';
import type { Expiry, SweepPlace, Swept } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { deleteEnded, deleteRowsOfEnded } from './delete-ended.ts';
import { deleteOfNoInstance } from './delete-of-no-instance.ts';
import { deleteUnusedDefinitions } from './delete-unused-definitions.ts';

/** Before every instance. */
const FIRST: SweepPlace = { endedAt: 0, instanceId: '' };

export async function deleteExpired(db: Kysely<Schema>, { kind, before, limit, from = FIRST }: Expiry): Promise<Swept> {
  return await db.transaction().execute(async (transaction) => {
    switch (kind) {
      case 'rows-of-ended':
        return await deleteRowsOfEnded(transaction, before, limit, from);
      case 'ended':
        return await deleteEnded(transaction, before, limit, from);
      case 'of-no-instance':
        return again(await deleteOfNoInstance(transaction, before, limit));
      case 'definitions':
        return again(await deleteUnusedDefinitions(transaction, before, limit));
    }
  });

  /** What these delete they do not meet again, so each call begins anew. */
  function again(deleted: number): Swept {
    return { deleted, next: deleted < limit ? null : FIRST };
  }
}
