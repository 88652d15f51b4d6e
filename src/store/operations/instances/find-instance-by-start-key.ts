import type { Kysely } from 'kysely';
import type { InstanceRow } from '../../port.ts';
import { readInstance } from '../../rows/instance.ts';
import type { Schema } from '../../schema.ts';

export async function findInstanceByStartKey(db: Kysely<Schema>, startKey: string): Promise<InstanceRow | undefined> {
  const record = await db.selectFrom('instances').selectAll().where('startKey', '=', startKey).executeTakeFirst();
  return record && readInstance(record);
}
