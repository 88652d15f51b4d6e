import type { Kysely } from 'kysely';
import type { OutboxRow } from '../../port.ts';
import { readOutboxEntry } from '../../rows/outbox-entry.ts';
import type { Schema } from '../../schema.ts';

export async function getOutboxEntry(db: Kysely<Schema>, seq: number): Promise<OutboxRow | undefined> {
  const record = await db.selectFrom('outbox').selectAll().where('seq', '=', seq).executeTakeFirst();
  return record && readOutboxEntry(record);
}
