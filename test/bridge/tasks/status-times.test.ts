/**
 * Times in status answers: `handleTime` is the handling time that the press names (spec, Events: both are called so), and
 * how long an answer is held back counts from when the press was applied.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const HOUR_MS = 3_600_000;
/** 12:00:00 in Shanghai. */
const NOON = Date.UTC(2026, 2, 1, 4);
const PRESSED = '2026-03-01 09:59:30';

let now: number;
let world: World;
let answerService: () => void;
beforeEach(async () => {
  now = NOON;
  const answered = new Promise<void>((resolve) => {
    answerService = resolve;
  });
  world = await createWorld({
    bridge: { clock: () => now, services: { pay: () => answered }, reportHoldMs: HOUR_MS },
    sandbox: { clock: () => now },
  });
});
afterEach(() => world[Symbol.asyncDispose]());

async function begin(xml: string): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna' });
  await world.bridge.idle();
  return `${instanceId}.1`;
}

/** Presses by a center whose clock is behind, or whose call was long on its way. */
async function pressLate(taskId: string, action: string, account: string): Promise<void> {
  const { body } = await world.sandbox.press(taskId, { action, account, opinions: 'fine', time: PRESSED });
  expect(body).toMatchObject({ code: 0 });
}

async function ask(taskId: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(world.bridge.statusUrl(), { method: 'POST', headers, body: JSON.stringify([taskId]) });
  const { data } = (await response.json()) as { data: unknown[] };
  return data[0];
}

const BUTTONS = (['HANG_UP', 'BREAK_UP', 'REVOKE', 'TRANSFER'] as const)
  .map((type) => `<ttc:action name="${type}" type="${type}"${type === 'TRANSFER' ? ' to="chen"' : ''}/>`)
  .join('');
const CHECKED = processFile(
  [start(), userTask('check', { assignee: 'bo', extensions: BUTTONS }), userTask('file', { assignee: 'dara' }), end()],
  'start > check > file > end',
  { id: 'checked' },
);

test.each([
  ['Handle', 'bo', 'FINISH', {}],
  ['TRANSFER', 'bo', 'TURN', {}],
  ['HANG_UP', 'bo', 'SUSPENDED', { endTime: PRESSED }],
  ['BREAK_UP', 'anna', 'TERMINATED', {}],
  ['REVOKE', 'anna', 'RECALL', {}],
])('after %s the handling time is that of the press', async (action, account, taskStatus, more) => {
  const taskId = await begin(CHECKED);
  await pressLate(taskId, action, account);
  await world.bridge.idle();
  expect(await ask(taskId)).toMatchObject({
    taskStatus,
    taskData: { handleTime: PRESSED, handler: account, handleOpinions: 'fine', ...more },
  });
});

test('of what code did the handling time is when it was done', async () => {
  const taskId = await begin(CHECKED);
  const task = await world.bridge.tasks.get(taskId);
  await world.bridge.suspend(task?.instanceId ?? '', { account: 'bo' });
  const time = '2026-03-01 12:00:00';
  expect(await ask(taskId)).toMatchObject({ taskStatus: 'SUSPENDED', taskData: { handleTime: time, endTime: time } });
  now += HOUR_MS;
  await world.bridge.terminate(task?.instanceId ?? '', { account: 'anna' });
  expect(await ask(taskId)).toMatchObject({
    taskStatus: 'TERMINATED',
    taskData: { handleTime: '2026-03-01 13:00:00' },
  });
});

test('the reported end of a process has the time of the button that ended it', async () => {
  const { baseUrl, authUrl } = world.sandbox;
  const client = { clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' };
  await world.reopen({ center: { baseUrl, authUrl, ...client, concludesItself: false } });
  const taskId = await begin(CHECKED);
  await pressLate(taskId, 'BREAK_UP', 'anna');
  await world.bridge.idle();
  const [, ended] = await world.bridge.outbox.list();
  expect(ended?.report.item).toMatchObject({ status: 'end', handleTime: PRESSED });
});

test('a report that waits for a service is not answered before it has come, whatever time the press names', async () => {
  const taskId = await begin(
    draw({
      id: 'served',
      people: { check: 'bo', file: 'anna' },
      services: 'pay',
      paths: 'start > check > pay > file > end',
    }),
  );
  // By the center's clock it was pressed two hours ago: twice as long as the report may wait.
  await world.sandbox.press(taskId, { action: 'Handle', account: 'bo', time: PRESSED });
  expect(await ask(taskId)).toEqual({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} });
  now += HOUR_MS - 1;
  expect(await ask(taskId)).toEqual({ taskId, taskStatus: 'IN_PROGRESS', taskData: {} });
  answerService();
  await world.bridge.idle();
  expect(await ask(taskId)).toMatchObject({
    taskStatus: 'FINISH',
    taskData: { handleTime: PRESSED, status: 'next', next: [{ nodeId: 'file' }] },
  });
});
