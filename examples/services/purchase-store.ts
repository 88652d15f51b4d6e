/** Approvals in tables of PostgreSQL: `load` and `save` of createEngineHost, each in the caller's transaction if there is one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstanceChange, StoredInstance, Verdict } from 'bpmn-transaction-bridge/plugin';
import type { Pool, PoolClient } from 'pg';

export type Transaction = PoolClient;

export function createPurchaseStore(pool: Pool) {
  /** Runs work in one transaction; takes everything back if it rejects. */
  async function transaction<Result>(work: (client: Transaction) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot roll back is of no use any more.
      const isBroken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      client.release(isBroken);
      throw error;
    }
  }

  return {
    transaction,

    async createTables() {
      await pool.query(await readFile(join(import.meta.dirname, 'purchase-tables.sql'), 'utf8'));
    },

    async load(instanceId: string, client?: Transaction): Promise<StoredInstance | undefined> {
      // In a transaction, nobody else changes the instance until it ends: the step is not lost to a race.
      const lock = client === undefined ? '' : 'for update';
      const sql = `select revision, state, snapshot from approvals where instance_id = $1 ${lock}`;
      const { rows } = await (client ?? pool).query<StoredInstance>(sql, [instanceId]);
      return rows[0];
    },

    save(change: InstanceChange, client?: Transaction): Promise<boolean> {
      return client === undefined ? transaction((own) => write(change, own)) : write(change, client);
    },

    async findPress(replayKey: string, client?: Transaction): Promise<Verdict | undefined> {
      const sql = 'select verdict from approval_presses where replay_key = $1';
      const { rows } = await (client ?? pool).query<{ verdict: string }>(sql, [replayKey]);
      return rows[0] && JSON.parse(rows[0].verdict);
    },
  };
}

/** Writes nothing if the revision is not the next one: then another step was faster. */
async function write(change: InstanceChange, client: Transaction): Promise<boolean> {
  const { instanceId, revision, state, snapshot, wakeAt, press } = change;
  const { rowCount } =
    revision === 1
      ? await client.query(
          `insert into approvals (instance_id, revision, state, snapshot, wake_at) values ($1, 1, $2, $3, $4)
           on conflict do nothing`,
          [instanceId, state, snapshot, wakeAt],
        )
      : await client.query(
          `update approvals set revision = $2, state = $3, snapshot = $4, wake_at = $5
           where instance_id = $1 and revision = $2 - 1`,
          [instanceId, revision, state, snapshot, wakeAt],
        );
  if (rowCount !== 1) return false;
  for (const report of change.reports) {
    await client.query('insert into approval_reports (report_id, instance_id, report) values ($1, $2, $3)', [
      report.reportId,
      instanceId,
      JSON.stringify(report),
    ]);
  }
  for (const message of change.messages) {
    await client.query('insert into approval_messages (send_id, instance_id, message) values ($1, $2, $3)', [
      message.sendId,
      instanceId,
      JSON.stringify(message),
    ]);
  }
  for (const job of change.jobs) {
    await client.query('insert into approval_jobs (job_id, instance_id, job) values ($1, $2, $3)', [
      job.jobId,
      instanceId,
      JSON.stringify(job),
    ]);
  }
  await client.query('delete from approval_jobs where job_id = any($1)', [change.jobsGone]);
  if (press !== null) {
    await client.query('insert into approval_presses (replay_key, verdict) values ($1, $2)', [
      press.replayKey,
      JSON.stringify(press.verdict),
    ]);
  }
  return true;
}
