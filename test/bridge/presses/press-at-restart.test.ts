import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const ONE_STEP = processFile([start(), userTask('apply', { assignee: 'anna' }), end()], 'start > apply > end', {
  id: 'one-step',
});

it('a press while the bridge is closed is answered 503 and stored nowhere; the same call works once it is back', async () => {
  using file = createDatabaseFile();
  await using world = await createWorld({ bridge: { store: file.store } });
  await world.begin(ONE_STEP);
  const taskId = world.taskOf('anna', 'apply');
  const press = { action: 'Handle', account: 'anna', uuid: randomUUID(), time: '2026-03-01 10:00:00', raw: true };

  await world.bridge.close();
  const before = file.dump();
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ status: 503, body: { code: 503, data: null } });
  expect(file.dump()).toEqual(before);
  expect(file.presses()).toEqual([]);

  await world.reopen();
  expect(await world.sandbox.press(taskId, press)).toMatchObject({
    status: 200,
    body: { data: { verdict: 'applied' } },
  });
  // Had only the answer been lost, the call would hear the same.
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ body: { code: 0, data: { verdict: 'duplicate' } } });
});
