import type { Kysely } from 'kysely';
import type { Restore } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function putRestore(db: Kysely<Schema>, { mark, at }: Restore): Promise<void> {
  await db.insertInto('restores').values({ mark, at }).execute();
}

export async function latestRestore(db: Kysely<Schema>): Promise<Restore | undefined> {
  return await db.selectFrom('restores').select(['mark', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}
