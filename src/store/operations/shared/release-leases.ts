import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';

/** @param owner left out: of everybody, which is right only where nobody else can be at work */
export async function releaseLeases(db: Kysely<Schema>, owner?: string): Promise<void> {
  const isHeld = (row: ExpressionBuilder<Schema, 'jobs' | 'outbox' | 'timerStarts' | 'messages'>) =>
    owner === undefined ? row('leaseOwner', 'is not', null) : row('leaseOwner', '=', owner);
  // Instances before what belongs to them, as in a step, and of one table in the order of the keys: so nobody who holds
  // one of these rows waits for another that is held here.
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
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null }))
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
    // The outbox settles what it leased. What it could not settle may have been sent.
    await transaction
      .with('held', (held) =>
        held.selectFrom('outbox').select('seq').where(isHeld).orderBy('leaseOwner').orderBy('seq').forNoKeyUpdate(),
      )
      .updateTable('outbox')
      .set((row) => ({ freeAt: row.ref('dueAt'), leaseOwner: null, repeat: 1 }))
      .where('seq', 'in', (row) => row.selectFrom('held').select('held.seq'))
      .execute();
    // What may have been sent is sent again under its sendId.
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
