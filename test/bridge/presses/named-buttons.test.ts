/** How code names a button: by its key or its label, and what it hears if that names none or several. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

const action = (key: string, name: string) => `<ttc:action name="${name}" key="${key}" type="DEAL"/>`;
const ASKED = action('ask', 'Note') + action('note', 'Ask') + action('yes', 'Yes') + action('again', 'Yes');
const RECALL = '<ttc:previousAction name="Take back" key="recall" type="HANDLEDR"/>';

const FILE = processFile(
  [
    start(),
    userTask('judge', { assignee: 'bo', extensions: ASKED + RECALL }),
    exclusive('ok'),
    userTask('file', { assignee: 'chen' }),
    end(),
  ],
  'start > judge > ok; ok >"Approve" file; ok >"Reject" end; file > end',
  { id: 'named' },
);
const KEYS = ['ok-file', 'ok-end', 'ask', 'note', 'yes', 'again', 'recall'];

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.bridge.deploy(FILE);
});
afterAll(() => world[Symbol.asyncDispose]());

const begin = async () => `${(await world.bridge.start('named', { initiator: 'anna' })).instanceId}.1`;

test('by its label, on an open and on a handled task', async () => {
  const taskId = await begin();
  const heard: (string | null)[] = [];
  world.bridge.on('action', ({ key }) => heard.push(key));
  expect(await world.bridge.press(taskId, { account: 'bo', action: 'Approve' })).toEqual({
    kind: 'applied',
    message: 'Approve: done',
  });
  expect(await world.bridge.press(taskId, { account: 'bo', action: 'Take back' })).toMatchObject({ kind: 'applied' });
  expect(heard).toEqual(['recall']);
});

test('a key wins over a label', async () => {
  const taskId = await begin();
  const heard: (string | null)[] = [];
  world.bridge.on('action', ({ key }) => heard.push(key));
  for (const name of ['ask', 'note', 'Note', 'Ask']) await world.bridge.press(taskId, { account: 'bo', action: name });
  expect(heard).toEqual(['ask', 'note', 'ask', 'note']);
});

test.each([
  ['no button', 'Agree', 'no button "Agree"'],
  ['a label of two buttons', 'Yes', '2 buttons "Yes"'],
  ['nothing, where several buttons handle the task', undefined, '2 buttons that a press without a name could mean'],
])('a press that names %s is refused with the keys and labels that there are', async (_, named, found) => {
  const taskId = await begin();
  const pressing = world.bridge.press(taskId, { account: 'bo', ...(named !== undefined && { action: named }) });
  const listed = named === undefined ? KEYS.slice(0, 2) : KEYS;
  const error = await pressing.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'InputError',
    code: 'ERR_BUTTON_UNKNOWN',
    details: { taskId, buttons: listed.map((key) => ({ key, name: expect.any(String) })) },
  });
  expect((error as Error).message).toContain(
    `The task ${taskId} has ${found}. Name one by its key or its label: ok-file (Approve), ok-end (Reject)`,
  );
  expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'IN_PROGRESS' });
  expect(await world.bridge.incidents.list()).toEqual([]);
});

test('late presses, after a migration to a version in which the task has other buttons, are stale', async () => {
  const { instanceId } = await world.bridge.start('named', { initiator: 'anna' });
  const taskId = `${instanceId}.1`;
  await world.bridge.press(taskId, { account: 'bo', action: 'Approve' });
  const { definitionId: to } = await world.bridge.deploy(
    FILE.replaceAll('"Approve"', '"Agree"').replaceAll('recall', 'back'),
  );
  expect(await world.bridge.instances.migrate({ to, instanceIds: [instanceId] })).toMatchObject({
    instances: [{ outcome: 'migrated' }],
  });
  const stale = { kind: 'stale', message: 'this task has been finished' };
  for (const named of [{ action: 'Approve' }, { action: 'recall' }, { nextNodeKey: 'none' }, {}])
    expect(await world.bridge.press(taskId, { account: 'bo', ...named })).toMatchObject(stale);
  // Named, and not late: it is a mistake that would be one on the open task too.
  await expect(world.bridge.press(taskId, { account: 'bo', action: 'Yes' })).rejects.toMatchObject({
    code: 'ERR_BUTTON_UNKNOWN',
  });
});
