import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** Id of the advisory lock; arbitrary: the first four bytes of "deploys" in ASCII. */
const DEPLOY_LOCK = 0x64_65_70_6c;

/** Takes the lock for deployments until the end of the transaction; also works with a pooler in transaction mode. */
export async function serializeDeploys(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(DEPLOY_LOCK)})`.execute(transaction);
}
