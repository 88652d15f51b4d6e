/** One world whose center and bridge are in another zone than the default: every time that goes over the wire is in it. */
import { expect, test } from 'vitest';
import { catchEvent, end, message, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { createWorld } from '../world.ts';

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

  await bridge.messages.send({
    ...{ messageTypeCode: 'NOTICE', toPersons: 'bo', sendTime: NOON + 3_600_000 },
    data: { title: 'Soon', paramValueJson: { text: 'at one' } },
  });
  await bridge.idle();
  const sends = sandbox.traffic.filter(({ call }) => call === 'messageSend');
  expect(sends.map((sent) => (sent.body as { sendTime: string }).sendTime)).toEqual(['2026-07-01 13:00:00']);
});

test('a timer, a due date and the time of a message in a zone of their own are read in it', async () => {
  let now = NOON;
  const clock = () => now;
  await using world = await createWorld({ bridge: { clock, reportHoldMs: 0 }, sandbox: { clock } });
  const told =
    '<ttc:message messageTypeCode="NOTICE" title="Later" toPersons="initiator" sendTime="2026-07-02T09:00:00[Europe/Berlin]">' +
    '<ttc:param name="text" value="Done"/></ttc:message>';
  await world.begin(
    processFile(
      [
        start(),
        catchEvent('wait', timer('2026-07-01T13:00:00+02:00[Europe/Berlin]')),
        userTask('check', {
          assignee: 'bo',
          attributes: { 'camunda:dueDate': '2026-07-01T18:00:00[Europe/Berlin]' },
        }),
        end('end', { content: message(), extensions: told }),
      ],
      'start > wait > check > end',
      { id: 'zoned' },
    ),
  );
  expect(world.pending()).toEqual([]);
  now = Date.UTC(2026, 6, 1, 11);
  await world.bridge.idle();
  expect(world.sandbox.task(world.taskOf('bo', 'check'))).toMatchObject({ given: { timeOut: 5 } });
  expect(await world.press('bo', 'check')).toBe(0);
  expect(world.reports()).toEqual(['start next check', 'check end']);
  const sent = world.sandbox.traffic.filter(({ call }) => call === 'messageSend').map(({ body }) => body);
  expect(sent).toMatchObject([{ sendTime: '2026-07-02 15:00:00' }]);
});
