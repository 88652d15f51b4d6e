/** What a wait listens for, and when its rounds come, is decided when it begins, whatever the variables say later. */
import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  message,
  processFile,
  root,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { HOUR_MS, stageOfEachTest } from '../operations/stage.ts';

const stage = stageOfEachTest();

const filed = (messages: string) =>
  processFile(
    [start(), catchEvent('wait', message('paid')), userTask('file', { assignee: 'anna' }), end()],
    'start > wait > file > end',
    { id: 'order', roots: messages },
  );

test('a message is known by the name that it had when the wait began', async () => {
  const id = await stage.begin(filed(root('message', 'paid', { name: 'paid-${order}' })), { order: 'a' });
  await stage.world.bridge.setVariables(id, { order: 'b' });
  await stage.world.reopen();
  const { bridge } = stage.world;
  expect(await bridge.message({ instanceId: id, name: 'paid-b' })).toMatchObject({ matched: false });
  expect(await bridge.message({ instanceId: id, name: 'paid-a' })).toMatchObject({ matched: true });
  await bridge.idle();
  expect(await stage.world.press('anna', 'file')).toBe(0);
});

test('and by the key that it had', async () => {
  const keyed = root('message', 'paid', { name: 'paid', 'ttc:correlationKey': '${order}' });
  const id = await stage.begin(filed(keyed), { order: 'a' });
  await stage.world.bridge.setVariables(id, { order: 'b' });
  await stage.world.reopen();
  const { bridge } = stage.world;
  expect(await bridge.message({ name: 'paid', correlationKey: 'b' })).toMatchObject({ matched: false });
  expect(await bridge.message({ name: 'paid', correlationKey: 'a' })).toMatchObject({ matched: true });
});

test('the rounds of a cycle are those of the cycle that began', async () => {
  const xml = draw({
    id: 'reminded',
    people: { sign: 'anna', remind: 'bo' },
    others: [
      boundary('again', 'sign', timer('${cycle}').replaceAll('timeDuration', 'timeCycle'), { interrupting: false }),
    ],
    paths: 'start > sign > end; again > remind',
  });
  const id = await stage.begin(xml, { cycle: 'R5/PT1H' });
  await stage.pass(HOUR_MS);
  await stage.world.bridge.setVariables(id, { cycle: 'R5/PT9H' });
  await stage.world.reopen();
  await stage.pass(HOUR_MS);
  await stage.pass(HOUR_MS);
  const reminders = (await stage.world.bridge.tasks.list({ instanceId: id })).filter(
    ({ nodeId }) => nodeId === 'remind',
  );
  expect(reminders).toHaveLength(3);
});
