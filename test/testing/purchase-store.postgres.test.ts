/** The tables of the example service keep the contract. */
import { afterAll, describe, test } from 'vitest';
import { createPurchaseStore } from '../../examples/services/purchase-store.ts';
import { storeContract } from '../../src/testing/index.ts';
import { createEmptyDatabase } from '../support/shared-postgres.ts';

describe('the tables of the purchase service', async () => {
  const { Pool } = await import('pg');
  const database = await createEmptyDatabase();
  const pool = new Pool({ connectionString: database.url });
  // Connections that are being closed when the database is dropped.
  pool.on('error', () => undefined);
  const { load, save, findPress, transaction, createTables } = createPurchaseStore(pool);
  await createTables();
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  const ids = async (table: string, id: string, instanceId: string) =>
    (await pool.query(`select ${id} as id from ${table} where instance_id = $1 order by 1`, [instanceId])).rows.map(
      (row) => row.id as string,
    );
  const cases = storeContract({
    ...{ load, save, findPress, transaction },
    async listUndelivered(instanceId) {
      const sql = 'select report_id from approval_reports where instance_id = $1 order by seq';
      return {
        reports: (await pool.query(sql, [instanceId])).rows.map((row) => row.report_id),
        messages: await ids('approval_messages', 'send_id', instanceId),
        jobs: await ids('approval_jobs', 'job_id', instanceId),
      };
    },
  });
  for (const { title, run } of cases) test(title, run);
});
