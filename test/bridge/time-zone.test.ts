/** One world whose center and bridge are in another zone than the default: every time that goes over the wire is in it. */
import { expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createWorld } from './world.ts';

const TWO_STEPS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > check > end',
  { id: 'two-steps' },
);
/** 12:00 in Berlin, where it is summer, and 18:00 in Shanghai. */
const NOON = Date.UTC(2026, 6, 1, 10);

test('times of presses, reports, status answers and messages are in the configured zone', async () => {
  const timeZone = 'Europe/Berlin';
  const clock = () => NOON;
  await using world = await createWorld({ bridge: { timeZone, clock }, sandbox: { timeZone, clock } });
  const { bridge, sandbox } = world;
  await bridge.deploy(TWO_STEPS);
  const { instanceId } = await bridge.start('two-steps', { initiator: 'anna' });
  await bridge.idle();

  const pressed = '2026-07-01 11:59:30';
  const press = { action: 'Handle', account: 'anna', time: pressed };
  expect((await sandbox.press(`${instanceId}.1`, press)).body).toMatchObject({ code: 0 });
  await bridge.idle();
  expect(await bridge.tasks.get(`${instanceId}.1`)).toMatchObject({ closedAt: NOON - 30_000 });
  const reports = sandbox.traffic.filter(({ call }) => call === 'taskHandle').flatMap(({ body }) => body as object[]);
  expect(reports.at(-1)).toMatchObject({ previousTaskId: `${instanceId}.1`, handleTime: pressed });

  await bridge.suspend(instanceId, { account: 'bo' });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify([`${instanceId}.1`, `${instanceId}.2`]);
  const answer = await fetch(bridge.statusUrl(), { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({
    data: [{ taskData: { handleTime: pressed } }, { taskData: { handleTime: '2026-07-01 12:00:00' } }],
  });

  await bridge.messages.send(
    {
      ...{ messageTypeCode: 'NOTICE', toPersons: 'bo', sendTime: NOON + 3_600_000 },
      data: { title: 'Soon', paramValueJson: { text: 'at one' } },
    },
    { wait: true },
  );
  const sends = sandbox.traffic.filter(({ call }) => call === 'messageSend');
  expect(sends.map((sent) => (sent.body as { sendTime: string }).sendTime)).toEqual(['2026-07-01 13:00:00']);
});
