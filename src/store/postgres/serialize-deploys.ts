import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** Any number that nothing else in the database locks; "deploys" in ASCII, cut to four bytes. */
const DEPLOY_LOCK = 0x64_65_70_6c;

/** Waits for whoever deploys now; held until the transaction ends, also behind a pooler in transaction mode. */
export async function serializeDeploys(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(DEPLOY_LOCK)})`.execute(transaction);
}
