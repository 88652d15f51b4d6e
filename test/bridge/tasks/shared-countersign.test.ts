/** One task for all signers, over the wire. The center must leave a task pending on `none` (src/center/README.md). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const SHARED = processFile(
  [
    start(),
    userTask('sign', {
      assignee: '${who}',
      multiInstance: { collection: '${people}', elementVariable: 'who' },
      attributes: { 'ttc:countersign': 'shared' },
    }),
    userTask('file', { assignee: 'anna' }),
    end(),
  ],
  'start > sign > file > end',
  { id: 'shared' },
);

let file: DatabaseFile;
let world: World;
beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({
    bridge: { store: file.store },
    sandbox: { switches: { noneKeepsPending: true } },
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

test('anna, bo and chen sign one task, across a restart; it stays until the last has signed', async () => {
  await world.bridge.deploy(SHARED);
  const { instanceId } = await world.bridge.start('shared', {
    initiator: 'anna',
    variables: { people: ['anna', 'bo', 'chen'] },
  });
  await world.bridge.idle();
  const taskId = `${instanceId}.1`;

  expect(await world.press('bo', 'sign')).toBe(0);
  expect(await world.bridge.press(taskId, { account: 'bo' })).toMatchObject({ kind: 'stale' });
  expect(await world.bridge.press(taskId, { account: 'dora' })).toMatchObject({ kind: 'forbidden' });
  expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'IN_PROGRESS', handlers: ['anna', 'chen'] });
  expect(await world.bridge.tasks.list({ handler: 'bo' })).toEqual([]);

  await world.reopen();
  expect(await world.press('chen', 'sign')).toBe(0);
  expect(await world.press('anna', 'sign')).toBe(0);
  expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', handler: 'anna' });
  expect(await world.press('anna', 'file')).toBe(0);

  expect(world.reports()).toEqual(['start next sign', 'sign none', 'sign none', 'sign next file', 'file end']);
  expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
});
