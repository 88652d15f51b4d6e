import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** @param owner left out: of everybody, which is right only where nobody else can be at work */
export async function releaseLeases(db: Kysely<Schema>, owner?: string): Promise<void> {
  const isHeld = (row: ExpressionBuilder<Schema, 'jobs' | 'outbox' | 'timerStarts' | 'messages'>) =>
    owner === undefined ? row('leaseOwner', 'is not', null) : row('leaseOwner', '=', owner);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('jobs')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where(isHeld)
      .execute();
    // What may have been sent is sent again under its sendId.
    await transaction
      .updateTable('messages')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where(isHeld)
      .execute();
    await transaction
      .updateTable('instances')
      .set((row) => ({ wakeFreeAt: row.ref('wakeAt'), wakeOwner: null }))
      .where((row) => (owner === undefined ? row('wakeOwner', 'is not', null) : row('wakeOwner', '=', owner)))
      .execute();
    await transaction
      .updateTable('timerStarts')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
      .where(isHeld)
      .execute();
    // The outbox settles what it leased. What it could not settle may have been sent.
    await transaction
      .updateTable('outbox')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null, repeat: 1 }))
      .where(isHeld)
      .execute();
  });
}
