/** Whatever became of what is stored of an instance: it can be suspended, and ended, and people's lists show it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { end, parallel, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let database: DatabaseFile;
let world: World;
beforeEach(async () => {
  database = createDatabaseFile();
  world = await createWorld({ bridge: { store: database.store } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  database[Symbol.dispose]();
});

/** Anna files it, then Bo and Chen check at the same time. */
const BOTH_CHECK = processFile(
  [
    start(),
    userTask('file', { assignee: 'anna' }),
    parallel('fork'),
    userTask('first', { assignee: 'bo' }),
    userTask('second', { assignee: 'chen' }),
    parallel('join'),
    end(),
  ],
  'start > file > fork > first > join > end; fork > second > join',
  { id: 'both' },
);

const DAMAGES: Readonly<Record<string, string>> = {
  'a snapshot that is no JSON': `update instances set snapshot = 'lost'`,
  'a snapshot without its engine': `update instances set snapshot = json_set(snapshot, '$.engine', json('{}'))`,
  'a snapshot of another version': `update instances set snapshot = json_set(snapshot, '$.version', 99)`,
  'a definition that is another file': `update definitions set xml = '<definitions/>'`,
};

async function begin(damage: string): Promise<string> {
  await world.bridge.deploy(BOTH_CHECK);
  const { instanceId } = await world.bridge.start('both', { initiator: 'anna' });
  await world.bridge.idle();
  expect(await world.press('anna', 'file')).toBe(0);
  database.run(DAMAGES[damage] ?? '');
  await world.reopen();
  return instanceId;
}

const statesOf = async (instanceId: string) =>
  (await world.bridge.tasks.list({ instanceId })).map(({ nodeId, state }) => `${nodeId} ${state}`);

describe.each(Object.keys(DAMAGES))('%s', (damage) => {
  test.each([
    ['terminate', 'terminated', 'TERMINATED'],
    ['revoke', 'revoked', 'RECALL'],
  ] as const)('%s ends it, and the center is told', async (operation, status, state) => {
    const instanceId = await begin(damage);
    expect(await world.bridge[operation](instanceId)).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status });
    expect(await statesOf(instanceId)).toEqual(['file FINISH', `first ${state}`, `second ${state}`]);
    expect(world.reports().slice(-2)).toEqual(['second none', 'first end']);
    expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
    expect(world.log.filter(({ message }) => message.endsWith('it was stopped as it is stored'))).toMatchObject([
      { level: 'warn', fields: { instanceId, trigger: 'end' } },
    ]);
  });

  test('it can be suspended, and then ended', async () => {
    const instanceId = await begin(damage);
    expect(await world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'suspended' });
    expect(await statesOf(instanceId)).toEqual(['file FINISH', 'first SUSPENDED', 'second SUSPENDED']);
    expect(await world.bridge.terminate(instanceId)).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'terminated' });
  });
});

test('one that was suspended without its definition goes on once that is there again', async () => {
  const instanceId = await begin('a definition that is another file');
  expect(await world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
  await expect(world.bridge.activate(instanceId)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  await world.bridge.deploy(BOTH_CHECK);
  expect(await world.bridge.activate(instanceId)).toMatchObject({ kind: 'applied' });
  expect(await world.press('bo', 'first')).toBe(0);
  expect(await world.press('chen', 'second')).toBe(0);
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});
