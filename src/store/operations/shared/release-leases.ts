import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import { countLost, forgetHeld } from '../jobs/lost-attempts.ts';

/** @param owner default: all owners, who are dead; use this only if no other process can use the database */
export async function releaseLeases(db: Kysely<Schema>, owner?: string): Promise<void> {
  const isHeld = (row: ExpressionBuilder<Schema, 'jobs' | 'outbox' | 'timerStarts' | 'messages'>) =>
    owner === undefined ? row('leaseOwner', 'is not', null) : row('leaseOwner', '=', owner);
  // To avoid deadlocks, instances are locked before their rows, like in a step, and the rows of a table in the order of
  // their keys.
  await db.transaction().execute(async (transaction) => {
    await transaction
      .with('held', (held) =>
        held
          .selectFrom('instances')
          .select('instanceId')
          .where((row) => (owner === undefined ? row('wakeOwner', 'is not', null) : row('wakeOwner', '=', owner)))
          .orderBy('wakeOwner')
          .orderBy('instanceId')
          .forNoKeyUpdate(),
      )
      .updateTable('instances')
      .set((row) => ({ wakeFreeAt: row.ref('wakeAt'), wakeOwner: null }))
      .where('instanceId', 'in', (row) => row.selectFrom('held').select('held.instanceId'))
      .execute();
    await transaction
      .with('held', (held) =>
        held.selectFrom('jobs').select('jobId').where(isHeld).orderBy('leaseOwner').orderBy('jobId').forNoKeyUpdate(),
      )
      .updateTable('jobs')
      .set((row) => ({
        freeAt: row.ref('dueAt'),
        leaseOwner: null,
        begun: owner === undefined ? countLost(row) : forgetHeld(row),
      }))
      .where('jobId', 'in', (row) => row.selectFrom('held').select('held.jobId'))
      .execute();
    await transaction
      .with('held', (held) =>
        held
          .selectFrom('timerStarts')
          .select('seq')
          .where(isHeld)
          .orderBy('leaseOwner')
          .orderBy('seq')
          .forNoKeyUpdate(),
      )
      .updateTable('timerStarts')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where('seq', 'in', (row) => row.selectFrom('held').select('held.seq'))
      .execute();
    // An entry that is still leased was not settled, but may have been sent.
    await transaction
      .with('held', (held) =>
        held.selectFrom('outbox').select('seq').where(isHeld).orderBy('leaseOwner').orderBy('seq').forNoKeyUpdate(),
      )
      .updateTable('outbox')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null, repeat: 1 }))
      .where('seq', 'in', (row) => row.selectFrom('held').select('held.seq'))
      .execute();
    // A message may have been sent; it is sent again with the same sendId.
    await transaction
      .with('held', (held) =>
        held.selectFrom('messages').select('seq').where(isHeld).orderBy('leaseOwner').orderBy('seq').forNoKeyUpdate(),
      )
      .updateTable('messages')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where('seq', 'in', (row) => row.selectFrom('held').select('held.seq'))
      .execute();
  });
}
