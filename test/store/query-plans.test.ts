import { DatabaseSync } from '@photostructure/sqlite';
import { CamelCasePlugin, Kysely, type LogEvent } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { leaseJobs } from '../../src/store/operations/lease-jobs.ts';
import { leaseOutbox } from '../../src/store/operations/lease-outbox.ts';
import { leaseWakeUps } from '../../src/store/operations/lease-wake-ups.ts';
import { listHistory } from '../../src/store/operations/list-history.ts';
import { listIncidents } from '../../src/store/operations/list-incidents.ts';
import { listOutbox } from '../../src/store/operations/list-outbox.ts';
import { listTasks } from '../../src/store/operations/list-tasks.ts';
import { nextDueAt } from '../../src/store/operations/next-due-at.ts';
import { releaseLeases } from '../../src/store/operations/release-leases.ts';
import { resolveIncidents } from '../../src/store/operations/resolve-incidents.ts';
import { settleOutbox } from '../../src/store/operations/settle-outbox.ts';
import type { Schema } from '../../src/store/schema.ts';
import { EmbeddedSqliteDialect } from '../../src/store/sqlite/dialect.ts';
import { NOON } from './rows.ts';

let database: InstanceType<typeof DatabaseSync>;
let db: Kysely<Schema>;
let queries: LogEvent[];

beforeEach(async () => {
  queries = [];
  database = new DatabaseSync(':memory:');
  db = new Kysely<Schema>({
    dialect: new EmbeddedSqliteDialect(database),
    plugins: [new CamelCasePlugin()],
    log: (event) => {
      queries.push(event);
    },
  });
  await migrate(db, { type: 'integer', build: (column) => column.primaryKey().autoIncrement() });
  queries = [];
});
afterEach(async () => {
  await db.destroy();
});

const lease = { now: NOON, limit: 50, leaseMs: 1000, owner: 'me' };

const OPERATIONS: Record<string, () => Promise<unknown>> = {
  'outbox heads': () => leaseOutbox(db, lease),
  'settled outbox entries': () => settleOutbox(db, 'me', [{ seq: 1, state: 'delivered', at: NOON, reason: null }]),
  'due jobs': () => leaseJobs(db, lease),
  'due wake-ups': () => leaseWakeUps(db, lease),
  'the next due time': () => nextDueAt(db),
  'tasks of an instance': () => listTasks(db, { instanceId: 'i-1' }),
  'tasks of a handler': () => listTasks(db, { handler: 'ann' }),
  'parked outbox entries': () => listOutbox(db, { state: 'parked' }),
  'open incidents': () => listIncidents(db, { open: true }),
  'incidents of a subject': () => resolveIncidents(db, 'i-1', 'j-1', NOON),
  'history after a number': () => listHistory(db, { after: 7 }),
  'history of an instance': () => listHistory(db, { instanceId: 'i-1', after: 7 }),
  'leases of an owner': () => releaseLeases(db, 'me'),
};

it.each(Object.keys(OPERATIONS))('finds %s by an index, whatever the size of the tables', async (name) => {
  await OPERATIONS[name]?.();
  const plans = queries
    .map((event) => event.query)
    .filter((query) => !/^(begin|commit)/.test(query.sql))
    .flatMap(({ sql, parameters }) =>
      database.prepare(`explain query plan ${sql}`).all(...(parameters as (string | number)[])),
    )
    .map((row) => String(row.detail));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((detail) => /^SCAN/.test(detail))).toEqual([]);
  if (name !== 'tasks of a handler') expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});
