import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';

export async function isOutboxOver(db: Kysely<Schema>, most: number): Promise<boolean> {
  const oneMore = await db
    .selectFrom('outbox')
    .select('seq')
    .where('state', 'in', ['pending', 'parked'])
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return oneMore !== undefined;
}
