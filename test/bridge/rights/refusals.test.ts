/** Each reason for which a button is refused, in the words the person reads, and with whose name: nobody's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { findButton, refuse } from '../../support/inner/plugin.ts';
import { ACTION_TYPES } from '../../support/inner/protocol.ts';
import { DEFAULT_DIRECTORY } from '../../support/inner/sandbox.ts';
import { EN } from '../../support/inner/texts.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const BUTTONS = ACTION_TYPES.map((type) => {
  const to = type === 'TRANSFER' || type === 'CIRCULARIZE' ? ' to="fatima"' : '';
  return `<ttc:action name="${type}" key="${type}" type="${type}"${to}/>`;
}).join('');
const ONCE = '<ttc:previousAction name="Once" key="once" type="HANDLEDR" times="1"/>';

const FILE = draw({
  id: 'refusing',
  others: [userTask('check', { users: 'bo,chen', extensions: BUTTONS + ONCE }), userTask('file', { groups: 'legal' })],
  paths: 'start > check > file > end',
});

let file: DatabaseFile;
let world: World;
beforeAll(async () => {
  file = createDatabaseFile();
  world = await createWorld({
    bridge: { store: file.store, identity: { isMember: (_, account) => account === 'emil' } },
  });
  // Somebody hears of the buttons that tell something, so that a press of them counts.
  world.bridge.on('action', () => {});
  await world.bridge.deploy(FILE);
  await world.bridge.deploy(DECIDED);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

/** Two buttons that handle, so that a press has to say which. */
const DECIDED = processFile(
  [start(), userTask('judge', { assignee: 'bo' }), exclusive('ok'), userTask('file', { assignee: 'chen' }), end()],
  'start > judge > ok; ok >"Yes" file; ok >"No" end; file > end',
  { id: 'decided' },
);

interface Begun {
  readonly instanceId: string;
  readonly check: string;
  readonly file: string;
}

async function begin(): Promise<Begun> {
  const { instanceId } = await world.bridge.start('refusing', { initiator: 'anna' });
  await world.bridge.idle();
  return { instanceId, check: `${instanceId}.1`, file: `${instanceId}.2` };
}

/** The whole answer, as it goes over the wire. */
async function press(taskId: string, action: string, account: string) {
  const { status, body } = await world.sandbox.press(taskId, { action, account, raw: true });
  await world.bridge.idle();
  return { status, body: body as { code: number; message: string; data: { verdict: string } } };
}
const handle = (taskId: string) => world.bridge.press(taskId, { account: 'bo', action: 'HANDLE' });

/** Whoever presses, the names of all others stay out of the answer. */
function expectNoNames(body: unknown): void {
  const names = DEFAULT_DIRECTORY.accounts.flatMap(({ account, name }) => [account, name]);
  expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(JSON.stringify(body)))).toEqual([]);
}

interface Reason {
  readonly why: string;
  readonly verdict: string;
  readonly code: number;
  readonly message: string;
  /** Type of the button, who presses it, and on which task; before that, what has happened. */
  readonly action: string;
  readonly account: string;
  readonly on?: 'file';
  readonly before?: (begun: Begun) => Promise<unknown>;
}

const forbidden = (
  why: string,
  action: string,
  account: string,
  message: string,
  rest: Partial<Reason> = {},
): Reason => ({
  ...{ why, action, account, message, verdict: 'forbidden', code: 403 },
  ...rest,
});
const stale = (why: string, action: string, account: string, message: string, rest: Partial<Reason> = {}): Reason => ({
  ...{ why, action, account, message, verdict: 'stale', code: 2005 },
  ...rest,
});
const handled = ({ check }: Begun) => handle(check);
const suspended = ({ instanceId }: Begun) => world.bridge.suspend(instanceId);
const revoked = ({ instanceId }: Begun) => world.bridge.revoke(instanceId);

const REASONS: readonly Reason[] = [
  ...['HANDLE', 'TRANSFER', 'CIRCULARIZE', 'DEAL'].map((type) =>
    forbidden(
      `${type} by somebody who does not handle the task`,
      type,
      'anna',
      'only a handler of the task may do this',
    ),
  ),
  ...['HANG_UP', 'ACTIVE'].map((type) =>
    forbidden(
      ...([`${type} by somebody who neither handles the task nor began the process`, type, 'dara'] as const),
      'only a handler of the task or the initiator of the process may do this',
    ),
  ),
  ...['BREAK_UP', 'REVOKE', 'PROMOTER'].map((type) =>
    forbidden(
      `${type} by somebody who did not begin the process`,
      type,
      'bo',
      'only the initiator of the process may do this',
    ),
  ),
  forbidden(
    ...(['HANDLEDR by a handler who was not the one', 'HANDLEDR', 'chen'] as const),
    ...(['only the person who handled the task may do this', { before: handled }] as const),
  ),
  forbidden(
    ...(['HANDLEDR before anybody handled the task', 'HANDLEDR', 'bo'] as const),
    'only the person who handled the task may do this',
  ),
  forbidden(
    ...(['ALL by somebody who has nothing to do with it', 'ALL', 'dara'] as const),
    'only a handler of the task, the initiator of the process or the person who handled the task may do this',
  ),
  stale('a task that was handled', 'HANDLE', 'bo', 'this task has been finished', { before: handled }),
  stale('a task that was given away', 'HANDLE', 'bo', 'this task has been finished', {
    before: ({ check }) => world.bridge.transfer(check, { from: 'bo', to: 'dara' }),
  }),
  stale('a process that is over', 'PROMOTER', 'anna', 'this process has ended', { before: revoked }),
  stale('a process that is not suspended', 'ACTIVE', 'bo', 'this process is not suspended'),
  stale('a button that is used up', 'Once', 'bo', 'this button cannot be used any more', {
    before: async (begun) => {
      await handled(begun);
      return world.bridge.press(begun.check, { account: 'bo', action: 'once' });
    },
  }),
  {
    ...{ why: 'a process that is suspended', action: 'HANDLE', account: 'bo', before: suspended },
    ...{ verdict: 'suspended', code: 423, message: 'this process is suspended: activate it first' },
  },
  {
    ...{ why: 'a task in the hands of a group', action: 'Handle', account: 'gu', on: 'file', before: handled },
    ...{ verdict: 'forbidden', code: 403, message: 'only a handler of the task may do this' },
  },
];

test.each(REASONS)('$why', async ({ action, account, on, before, verdict, code, message }) => {
  const begun = await begin();
  await before?.(begun);
  await world.bridge.idle();
  const untouched = file.dump();
  const heard = await press(on === 'file' ? begun.file : begun.check, action, account);
  expect(heard).toEqual({ status: 200, body: { code, message, data: { verdict } } });
  expectNoNames(heard.body);
  expect(file.dump()).toEqual(untouched);
  expect(await world.bridge.incidents.list({ instanceId: begun.instanceId })).toEqual([]);
});

interface CodeReason {
  readonly why: string;
  readonly message: string;
  readonly from: 'refusing' | 'decided';
  readonly call: (bridge: World['bridge'], taskId: string) => Promise<unknown>;
}

const FROM_CODE: readonly CodeReason[] = [
  {
    ...{ why: 'a nextNodeKey of another button', message: 'nextNodeKey contradicts the button', from: 'refusing' },
    call: (bridge, taskId) => bridge.press(taskId, { account: 'bo', action: 'HANDLE', nextNodeKey: 'moon' }),
  },
  {
    ...{ why: 'a nextNodeKey of no button', message: 'nextNodeKey names no button of the task', from: 'decided' },
    call: (bridge, taskId) => bridge.press(taskId, { account: 'bo', nextNodeKey: 'moon' }),
  },
  {
    ...{ why: 'a transfer to the same person', message: 'this person already has the task', from: 'decided' },
    call: (bridge, taskId) => bridge.transfer(taskId, { from: 'bo', to: 'bo' }),
  },
  {
    ...{ why: 'a reassignment to the same person', message: 'this person already has the task', from: 'decided' },
    call: (bridge, taskId) => bridge.reassign(taskId, { handlers: ['bo'] }),
  },
];

test.each(FROM_CODE)('from code, $why', async ({ message, from, call }) => {
  const { instanceId } = await world.bridge.start(from, { initiator: 'anna' });
  await world.bridge.idle();
  const untouched = file.dump();
  expect(await call(world.bridge, `${instanceId}.1`)).toEqual({ kind: 'invalid', message });
  expect(file.dump()).toEqual(untouched);
});

test('a callback for a task or a button that its process does not have', () => {
  const press = { actionKey: 'HANDLE' };
  const task = { taskId: 'i.1', closedAt: null };
  expect(findButton(undefined, press, task)).toBe('nodeUnknown');
  expect(refuse('nodeUnknown', EN)).toEqual({
    kind: 'invalid',
    message: 'the process has no node for this task',
  });
  expect(findButton({ buttons: [], handledButtons: [] }, press, task)).toBe('buttonUnknown');
  expect(refuse('buttonUnknown', EN, ['ok', 'no'])).toEqual({
    kind: 'invalid',
    message: 'the task has no such button; it has ok, no',
  });
});

test('from code too, the same words are heard', async () => {
  const { instanceId, check } = await begin();
  const { bridge } = world;
  const untouched = file.dump();
  const heard = [
    await bridge.transfer(check, { from: 'dara', to: 'emil' }),
    await bridge.circulate(check, { from: 'dara', to: ['emil'] }),
    await bridge.suspend(instanceId, { account: 'dara' }),
    await bridge.activate(instanceId, { account: 'bo' }),
    await bridge.terminate(instanceId, { account: 'bo' }),
    await bridge.revoke(instanceId, { account: 'bo' }),
    await bridge.transfer('nowhere', { from: 'bo', to: 'emil' }),
  ];
  expect(heard.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'forbidden: only a handler of the task may do this',
    'forbidden: only a handler of the task may do this',
    'forbidden: only a handler of the task or the initiator of the process may do this',
    'stale: this process is not suspended',
    'forbidden: only the initiator of the process may do this',
    'forbidden: only the initiator of the process may do this',
    'unknown: this task is not exist',
  ]);
  expect(file.dump()).toEqual(untouched);
});

test('a press that met a suspended process was not decided: the very same call counts once it is activated', async () => {
  const { instanceId, check } = await begin();
  await world.bridge.suspend(instanceId);
  // The very same call: a second later it would have another time.
  const same = { action: 'HANDLE', account: 'bo', raw: true, uuid: 'held', time: '2026-03-01 10:00:00' };
  const call = async () => (await world.sandbox.press(check, same)).body;
  expect(await call()).toMatchObject({ code: 423 });
  await world.bridge.activate(instanceId);
  expect(await call()).toMatchObject({ code: 0, data: { verdict: 'applied' } });
  expect(await call()).toMatchObject({ code: 0, data: { verdict: 'duplicate' } });
});
