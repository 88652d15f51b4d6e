/** Instances that follow a task in the center: whom their first report names as its handler. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bridge, createBridge } from '../../src/index.ts';
import type { TaskHandlingItem } from '../../src/protocol/task-handling.ts';
import { type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from './database-file.ts';
import { optionsFor } from './options-for.ts';

const processOf = (id: string, node: string) =>
  processFile([start(), userTask(node, { assignee: 'bo' }), end()], `start > ${node} > end`, { id });

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;

beforeEach(async () => {
  file = createDatabaseFile();
  center = await startHttpCenter();
  bridge = await createBridge({ ...optionsFor(center), store: file.store });
  await bridge.deploy(processOf('leave', 'approve'));
  await bridge.deploy(processOf('stand-in', 'take-over'));
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const lastItem = () => (JSON.parse(center.taskCalls.at(-1)?.body ?? '[]') as TaskHandlingItem[]).at(-1);

const follow = async (options: { previousTaskId: string; previousHandler?: string }) => {
  await bridge.start('stand-in', { initiator: 'anna', initiatorName: 'Anna Berg', ...options });
  await bridge.idle();
  return lastItem();
};

test('the handler of a task that the bridge made itself is who handled it', async () => {
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  const previousTaskId = `${instanceId}.1`;
  await bridge.press(previousTaskId, { account: 'bo' });
  const item = await follow({ previousTaskId });
  expect(item).toMatchObject({ handler: 'bo', status: 'next', previousTaskId });
  expect(item).not.toHaveProperty('handlerName');
});

test('the handler of a task of somebody else is who the host says', async () => {
  const item = await follow({ previousTaskId: 'theirs-7', previousHandler: 'chen' });
  expect(item).toMatchObject({ handler: 'chen', previousTaskId: 'theirs-7' });
  expect(item).not.toHaveProperty('handlerName');
});

test('without word of it the initiator is named', async () => {
  expect(await follow({ previousTaskId: 'theirs-7' })).toMatchObject({ handler: 'anna', handlerName: 'Anna Berg' });
});
