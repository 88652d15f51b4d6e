/** What keeps polls and steps on PostgreSQL cheap beside many old rows: counters and plans of the server, never times. */
import { CamelCasePlugin, type CompiledQuery, Kysely } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextDueAt } from '../../src/store/leases.ts';
import { leaseOutbox } from '../../src/store/outbox-delivery.ts';
import { createConnectionPool } from '../../src/store/postgres/connection-pool.ts';
import { BoundedPostgresDialect } from '../../src/store/postgres/dialect.ts';
import { WORKING_LIMITS } from '../../src/store/postgres/time-limits.ts';
import type { Schema } from '../../src/store/schema.ts';
import type { Store } from '../../src/store/store.ts';
import { createPostgresStore } from '../support/inner/store.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { delivered, lease, parked } from './contract/leasing.ts';
import { anInstance, aReport, aStep, aTask, DEFINITION, NOON } from './rows.ts';

describe('the layout of the tables on PostgreSQL', () => {
  let database: EmptyDatabase;
  let store: Store;
  let client: Client;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    store = await createPostgresStore({ url: database.url });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  beforeEach(async () => {
    await database.empty();
    await store.putDefinitions([DEFINITION]);
  });
  afterAll(async () => {
    await client?.end();
    await store?.close();
    await database?.drop();
  });

  async function updatesOf(table: string): Promise<{ all: number; hot: number }> {
    const { rows } = await client.query(
      'select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = $1',
      [table],
    );
    return { all: Number(rows[0].all), hot: Number(rows[0].hot) };
  }

  it('lets steps update instances and open tasks without their indexes', async () => {
    const before = { instances: await updatesOf('instances'), tasks: await updatesOf('tasks') };
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const instanceOf = (number: number) => anInstance(`i-${number}`);
    for (const number of numbers) {
      const task = aTask(`t-${number}`, { instanceId: `i-${number}` });
      await store.commitStep(aStep({ instance: instanceOf(number), tasksCreated: [task] }));
    }
    // So few of each page that the space in it is enough, also where nothing can be cleaned up.
    const pressed = numbers.filter((number) => number % 5 === 0);
    for (const number of pressed) {
      // Closing a task is the one change that moves it, out of the index of open tasks.
      const tasksChanged = [{ taskId: `t-${number}`, signedBy: ['ann'] }];
      const step = aStep({ instance: instanceOf(number), baseRevision: 1, tasksChanged });
      expect(await store.commitStep(step)).toBe('committed');
    }
    for (const table of ['instances', 'tasks'] as const) {
      // Sessions tell their counters after a while.
      const grown = await vi.waitFor(
        async () => {
          const now = await updatesOf(table);
          const updates = { all: now.all - before[table].all, hot: now.hot - before[table].hot };
          expect(updates.all).toBe(pressed.length);
          return updates;
        },
        { timeout: 30_000, interval: 200 },
      );
      expect(grown.hot / grown.all).toBeGreaterThan(0.9);
    }
  });

  it('reads no entries that wait behind parked ones when it polls', async () => {
    const numbers = Array.from({ length: 300 }, (_, number) => number);
    for (const number of numbers) {
      const instance = anInstance(`i-${number}`);
      const reports = ['a', 'b'].map((name) => aReport(`${name}-${number}`));
      await store.commitStep(aStep({ instance, reports }));
    }
    const heads = await store.leaseOutbox(lease({ limit: numbers.length }));
    expect(heads).toHaveLength(numbers.length);
    await store.settleOutbox(
      'me',
      heads.map(({ seq }) => parked(seq)),
    );
    // Steps that are taken meanwhile add others.
    for (const number of numbers) {
      const step = aStep({ instance: anInstance(`i-${number}`), baseRevision: 1, reports: [aReport(`c-${number}`)] });
      expect(await store.commitStep(step)).toBe('committed');
    }
    await client.query('vacuum analyze outbox');
    for (const query of await queriesOfPoll(database.url)) {
      const blocks = await blocksReadBy(query);
      // Each of the 600 that wait would need three.
      expect(blocks).toBeLessThan(60);
    }
  });

  it('lets a retry wait for a step that adds an entry behind the parked one', async () => {
    await store.commitStep(aStep({ instance: anInstance('i-1'), reports: [aReport('a')] }));
    const [head] = await store.leaseOutbox(lease());
    if (!head) throw new Error('There is nothing to park.');
    await store.settleOutbox('me', [parked(head.seq)]);
    // As a step does that has seen the parked entry.
    await client.query('begin');
    await client.query('update instances set revision = revision + 1');
    await client.query(`
      insert into outbox (instance_id, report, state, attempts, repeat, due_at, created_at, refusals, refused_ids, alone)
      select instance_id, report, 'pending', 0, 0, due_at, created_at, 0, '[]', 0 from outbox`);
    const retried = store.retryOutbox({ seq: head.seq, attempts: head.attempts }, NOON);
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'`);
        expect(rows).not.toEqual([]);
      },
      { timeout: 4000, interval: 50 },
    );
    await client.query('commit');
    expect(await retried).toBe(true);
    const { rows } = await client.query('select free_at from outbox where free_at is null');
    expect(rows).toEqual([]);
  });

  async function blocksReadBy({ sql, parameters }: CompiledQuery): Promise<number> {
    await client.query('begin');
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    await client.query('rollback');
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }

  it('waits for the disk with everything but the outcomes of delivered reports', async () => {
    await client.query(`
      create table seen (happened text, setting text);
      create function see() returns trigger language plpgsql as $$ begin
        insert into seen values (
          case when new.lease_owner is not null then 'leased' else new.state end, current_setting('synchronous_commit'));
        return new;
      end $$;
      create trigger see before update on outbox for each row execute function see();
    `);
    for (const id of ['one', 'two', 'three']) {
      await store.commitStep(aStep({ instance: anInstance(id), reports: [aReport(id)] }));
    }
    const [one, two, three] = await store.leaseOutbox(lease());
    if (!one || !two || !three) throw new Error('There is too little to settle.');
    await store.settleOutbox('me', [delivered(one.seq)]);
    await store.settleOutbox('me', [delivered(two.seq), parked(three.seq)]);
    const { rows } = await client.query('select happened, setting from seen');
    await client.query('drop trigger see on outbox; drop function see; drop table seen');
    expect(rows.map(({ happened, setting }) => `${happened} ${setting}`)).toEqual([
      ...['leased on', 'leased on', 'leased on'],
      ...['delivered off', 'delivered on', 'parked on'],
    ]);
  });
});

/** The statements of a poll of the outbox, as they reach the server. */
async function queriesOfPoll(url: string): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const pool = createConnectionPool({ url, connections: 1, limits: WORKING_LIMITS, writes: true });
  const db = new Kysely<Schema>({
    dialect: new BoundedPostgresDialect(pool, WORKING_LIMITS),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      if (query.sql.includes('"outbox"')) queries.push(query);
    },
  });
  expect(await leaseOutbox(db, lease())).toEqual([]);
  expect(await nextDueAt(db, 'outbox')).toBeNull();
  await db.destroy();
  expect(queries).toHaveLength(2);
  return queries;
}
