/** `createProcessTest` on PostgreSQL, by one option. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessTest } from '../../src/testing/index.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';

const DAY_MS = 86_400_000;
const diagrams = new URL('../../processes/expense-claim.bpmn', import.meta.url);
const bridge = { services: { 'pay-out': () => undefined } };

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

async function schemas(): Promise<string[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const sql = "select nspname from pg_namespace where nspname like 'process_test_%'";
    return (await client.query<{ nspname: string }>(sql)).rows.map(({ nspname }) => nspname);
  } finally {
    await client.end();
  }
}

test('two tests in one database do not meet, timers fire by the clock of the test, and nothing is left', async () => {
  {
    const options = { diagrams, bridge, store: `${database.url}?connections=3`, now: new Date('2026-03-02T04:00:00Z') };
    await using first = await createProcessTest(options);
    await using second = await createProcessTest(options);
    expect(await schemas()).toHaveLength(2);
    const variables = { purpose: 'Tea', amount: 4, manager: 'bo' };
    const instanceId = await first.start('expense-claim', { initiator: 'anna', variables });
    await first.press('anna', 'claim', undefined, { variables: { amount: 400 } });
    await first.press('gu', 'Check receipts');
    await first.advance(3 * DAY_MS);
    expect(first.sandbox.messages('bo')).toHaveLength(1);
    await first.restart();
    await first.press('bo', 'approve', 'Approve');
    expect(await first.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    expect(await second.bridge.instances.list()).toEqual([]);
  }
  expect(await schemas()).toEqual([]);
});

test('a test that could not begin leaves no schema, and says why', async () => {
  const missing = { diagrams: 'no-such-file.bpmn', store: database.url };
  await expect(createProcessTest(missing)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  expect(await schemas()).toEqual([]);
  const nowhere = { diagrams, bridge, store: 'postgres://127.0.0.1:1/none' };
  await expect(createProcessTest(nowhere)).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
});

test('a database that goes away before the end is an error of close, which closes everything else', async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = servers();
  const lost = await createEmptyDatabase();
  const expenses = await createProcessTest({ diagrams, bridge, store: lost.url });
  await lost.drop();
  await expect(expenses.close()).rejects.toThrow(/does not exist/);
  await expect.poll(servers).toBe(before);
  await expenses.close();
});
