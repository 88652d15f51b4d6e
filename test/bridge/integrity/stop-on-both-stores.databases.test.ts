/** Whatever is left of what both databases hold of an instance: it can be suspended and ended, and the center is told. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createMigratedDatabase, type EmptyDatabase } from '../../support/shared-postgres.ts';
import { DATABASE } from '../../support/tier.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { HOUR_MS } from '../operations/stage.ts';
import { createWorld, type World } from '../world.ts';

/** Anna files it, then Bo checks while a service works that never succeeds. */
const fileOf = (id: string) =>
  draw({
    id,
    people: { file: 'anna', check: 'bo' },
    parallel: 'fork join',
    others: [serviceTask('book', { service: 'book' })],
    paths: 'start > file > fork > check > join > end; fork > book > join',
  });

/** At the moment of the damage no task of it is open: it waits for the service alone. */
const WITHOUT_TASK = ['no snapshot', 'half a snapshot', 'no definition'];

/** SQL that both databases know; `{process}` is the id of the process. */
const ofProcess = `where process_id = '{process}'`;
const replaced = (what: string, by: string) =>
  `update instances set snapshot = replace(snapshot, '${what}', '${by}') ${ofProcess}`;
const DAMAGES: Readonly<Record<string, string>> = {
  'no definition': `delete from latest_definitions ${ofProcess}; delete from definitions ${ofProcess}`,
  'a definition that is no XML': `update definitions set xml = 'lost' ${ofProcess}`,
  'an empty definition': `update definitions set xml = '' ${ofProcess}`,
  'no snapshot': `update instances set snapshot = null ${ofProcess}`,
  'an empty snapshot': `update instances set snapshot = '' ${ofProcess}`,
  'half a snapshot': `update instances set snapshot = substr(snapshot, 1, 500) ${ofProcess}`,
  'a snapshot of another version': replaced('"version":1', '"version":99'),
  'variables that are a list': replaced('"variables":{', '"variables":[],"was":{'),
  'variables that are a number': replaced('"variables":{', '"variables":7,"was":{'),
  'a ledger that is a text': replaced('"ledger":{', '"ledger":"lost","was":{'),
  'an engine without a state': replaced('"engine":{', '"engine":{},"was":{'),
  'no rows of tasks': `delete from task_handlers; delete from tasks where instance_id in (select instance_id from instances ${ofProcess})`,
  'a path that cannot be read': `update instances set path = 'lost' ${ofProcess}`,
};

const OPERATIONS = [
  ['terminate', 'terminated', 'TERMINATED'],
  ['revoke', 'revoked', 'RECALL'],
] as const;

describe(`on ${DATABASE}`, () => {
  let world: World;
  let file: DatabaseFile;
  let database: EmptyDatabase | undefined;
  let calls = 0;
  let now = Date.UTC(2026, 2, 1, 4);

  beforeAll(async () => {
    file = createDatabaseFile();
    database = DATABASE === 'postgres' ? await createMigratedDatabase() : undefined;
    const book = () => {
      calls += 1;
      throw new Error('not today');
    };
    const jobs = { retryMinMs: HOUR_MS, retryMaxMs: HOUR_MS };
    const clock = () => now;
    const store = database?.url ?? file.store;
    world = await createWorld({ bridge: { store, clock, services: { book }, jobs }, sandbox: { clock } });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await database?.drop();
    file[Symbol.dispose]();
  });

  /** Runs SQL past the rules by which tables refer to each other. */
  async function damage(sql: string): Promise<void> {
    if (!database) return file.run(`pragma foreign_keys = off; ${sql}`);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`set session_replication_role = replica; ${sql}`).finally(() => client.end());
  }

  async function begin(name: string, count: number, andCheck = false): Promise<string[]> {
    const processId = `p${Object.keys(DAMAGES).indexOf(name)}${andCheck ? 'checked' : ''}`;
    await world.bridge.deploy(fileOf(processId));
    const instanceIds: string[] = [];
    for (let each = 0; each < count; each += 1) {
      const { instanceId } = await world.bridge.start(processId, { initiator: 'anna' });
      await world.bridge.idle();
      expect(await world.press('anna', 'file')).toBe(0);
      if (andCheck) expect(await world.press('bo', 'check')).toBe(0);
      instanceIds.push(instanceId);
    }
    await damage((DAMAGES[name] ?? '').replaceAll('{process}', processId));
    await world.reopen();
    return instanceIds;
  }

  const endsOf = (instanceId: string) =>
    world.sandbox.transactions().find((each) => each.serialNumber === instanceId)?.conclusions.length;

  test.each(Object.keys(DAMAGES))('%s: it can be suspended, terminated and revoked', async (name) => {
    const instanceIds = await begin(name, OPERATIONS.length);
    const hasTasks = name !== 'no rows of tasks';
    for (const [index, instanceId] of instanceIds.entries()) {
      const [operation, status, state] = OPERATIONS[index] ?? OPERATIONS[0];
      if (index === 0) {
        expect(await world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
        expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'suspended' });
      }
      expect(await world.bridge[operation](instanceId, { account: 'anna' })).toMatchObject({ kind: 'applied' });
      await world.bridge.idle();
      expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status });
      const states = (await world.bridge.tasks.list({ instanceId })).map((task) => `${task.nodeId} ${task.state}`);
      expect(states).toEqual(hasTasks ? ['file FINISH', `check ${state}`] : []);
      expect(endsOf(instanceId)).toBe(1);
    }
    const called = calls;
    now += 2 * HOUR_MS;
    await world.bridge.idle();
    expect(calls).toBe(called);
    expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
  });

  test.each(WITHOUT_TASK)('%s, and no open task: the center is told of the end', async (name) => {
    const [instanceId = ''] = await begin(name, 1, true);
    expect(await world.bridge.terminate(instanceId)).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    expect(world.reports().at(-1)).toBe('check end');
    expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
  });
});
