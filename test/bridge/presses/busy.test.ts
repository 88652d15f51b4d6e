import { expect, it } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

it('a press that loses every race is answered 503 and kept nowhere, so that the center may call again', async () => {
  using file = createDatabaseFile();
  await using world = await createWorld({ bridge: { store: file.store } });
  await world.begin(processFile([start(), userTask('a', { assignee: 'anna' }), end()], 'start > a > end'));
  const taskId = world.taskOf('anna', 'a');
  const press = { action: 'Handle', account: 'anna', uuid: 'one-press', time: '2026-03-01 10:00:00', raw: true };
  // To a step it looks as if another one had always been committed first.
  file.run('create trigger quicker before update on instances begin select raise(ignore); end');
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ status: 503 });
  expect(world.log.map(({ fields }) => fields)).toContainEqual({
    ...{ event: 'callback.failed', code: 'ERR_BUSY' },
    reason: expect.any(String),
  });
  await expect(world.bridge.press(taskId, { account: 'anna' })).rejects.toMatchObject({ code: 'ERR_BUSY' });
  expect(await world.bridge.incidents.list()).toEqual([]);
  expect(file.presses()).toEqual([]);
  file.run('drop trigger quicker');
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ body: { code: 0 } });
});
