/**
 * A bridge in centers of every kind: each reading of each switch by itself, all others as they are by default. They come
 * from `SWITCH_VALUES`, so one that is added there is run too. Two answers are lost on the way, of a start and of a
 * message, and a third one of an end: only then does a center show what it makes of ids that come twice.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import type { FaultCall, Switches } from '../../../src/sandbox/index.ts';
import { catchEvent, message, root, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { SCOPES } from '../../support/inner/protocol.ts';
import { DEFAULT_SWITCHES, SWITCH_VALUES } from '../../support/inner/sandbox.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import { createWorld, SIGNING_KEYS, type World, type WorldOptions } from '../world.ts';

/** Every reading but the defaults, which are all one center. */
const READINGS: readonly Partial<Switches>[] = Object.entries(SWITCH_VALUES).flatMap(([name, values]) =>
  values.map((value) => ({ [name]: value })).filter((reading) => !isDefault(reading)),
);

function isDefault(reading: Partial<Switches>): boolean {
  return JSON.stringify({ ...DEFAULT_SWITCHES, ...reading }) === JSON.stringify(DEFAULT_SWITCHES);
}

const nameOf = (reading: Partial<Switches>) => JSON.stringify(reading).replaceAll('"', '');

const LEAVE = draw({
  id: 'leave',
  people: { apply: 'anna', file: 'dara' },
  others: [
    userTask('sign', {
      assignee: '${signer}',
      multiInstance: { collection: '${signers}', elementVariable: 'signer' },
      extensions: '<ttc:action name="Hold" type="HANG_UP"/><ttc:action name="Go on" type="ACTIVE"/>',
    }),
  ],
  paths: 'start > apply > sign > file > end',
  extensions:
    '<ttc:action name="Stop" type="BREAK_UP"/>' +
    '<ttc:notify on="end" messageTypeCode="NOTICE" title="Filed" toPersons="initiator">' +
    '<ttc:param name="text" value="Filed."/></ttc:notify>',
});

/** What is seen of two leaves that were held, signed in a batch and filed, of one that was stopped, and a message. */
const AS_EVERYWHERE = {
  /** Tasks of the countersign in the center, after it was held and went on, and a status run. */
  goneOn: ['pending', 'pending'],
  /** Who has what in the end, before the last status run. */
  evening: [] as string[],
  /** The same after it. */
  morning: [] as string[],
  /** Of the held leave, the other one, and the one that was stopped. */
  instances: ['ended', 'ended', 'terminated'],
  conclusions: [1, 1, 0],
  /** Reports that are not delivered. That the start arrived whose answer was lost is proven by the press of its task. */
  reports: [] as string[],
  messages: ['sent', 'sent', 'sent'],
};

/** What else is seen, by the reading. */
const ELSEWHERE: Readonly<Record<string, Partial<typeof AS_EVERYWHERE>>> = {
  // Whoever signed before the last one keeps the task until the center asks.
  '{noneKeepsPending:true}': { evening: ['bo:sign', 'bo:sign'] },
  // The end whose answer was lost comes again, and such a center follows it again.
  '{endOnHandledTask:conclude}': { conclusions: [2, 1, 0] },
  // The message did arrive. That its sender cannot know: another one may have used the id.
  '{duplicateSendId:refuse}': { messages: ['parked', 'sent', 'sent'] },
  // Whoever did not press does not learn that the leave goes on.
  '{asksAboutSuspended:false}': { goneOn: ['pending', 'suspended'] },
  // The bridge has concluded it.
  '{followsUp:false}': { conclusions: [1, 1, 1] },
};

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

async function openWorld(switches: Partial<Switches>): Promise<World> {
  world = await createWorld(optionsFor(switches));
  world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
  await world.bridge.deploy(LEAVE);
  return world;
}

/** As somebody sets them who has read the probes. */
function optionsFor(switches: Partial<Switches>): WorldOptions {
  const { followsUp, statusTimeForm, signOffIn } = { ...DEFAULT_SWITCHES, ...switches };
  return {
    sandbox: { switches },
    bridge: { defaults: { allowMerge: 1 }, outbox: { retryMinMs: 10, retryMaxMs: 20 } },
    center: { concludesItself: followsUp, scopes: scopesFor(switches), signOffInData: signOffIn === 'data' },
    callback: statusTimeForm === 'either' ? {} : { statusTimeForm },
  };
}

/** No more than the center asks for, where it is another center for its scopes. */
function scopesFor({ taskHandleScope, messageScope }: Partial<Switches>): string[] {
  const { sendMessage, writeTransaction, writeTtc } = SCOPES;
  if (messageScope !== undefined) return [writeTransaction, writeTtc];
  if (taskHandleScope === 'none') return [sendMessage];
  if (taskHandleScope === 'writeTransaction') return [sendMessage, writeTransaction];
  if (taskHandleScope === 'writeTtc') return [sendMessage, writeTtc];
  return [sendMessage, writeTransaction, writeTtc];
}

async function begin({ bridge }: World): Promise<string> {
  const variables = { signers: ['bo', 'chen'] };
  const { instanceId } = await bridge.start('leave', { initiator: 'anna', variables });
  return instanceId;
}

function sendMessage({ bridge }: World) {
  const data = { title: 'Holidays', paramValueJson: { text: 'Please file your leave.' } };
  const message = { messageTypeCode: 'NOTICE', promise: true, toPersons: 'anna,bo', signOff: 'The office', data };
  return bridge.messages.send(message);
}

/** As anna sees it. */
function signOffOf({ sandbox }: World, sendId: string): string | undefined {
  return sandbox.messages('anna').find((message) => message.sendId === sendId)?.signOff;
}

function loseAnswers({ sandbox }: World, ...calls: readonly FaultCall[]): void {
  sandbox.faults.set({ rules: calls.map((call) => ({ fault: 'reset-after', calls: [call], next: 1 })) });
}

/** Until everything has been told to the center, or is told no more. */
async function settle({ bridge }: World): Promise<void> {
  await bridge.idle();
  const isOpen = ({ state }: { readonly state: string }) => state === 'pending';
  await vi.waitFor(
    async () => {
      expect((await bridge.outbox.list()).filter(isOpen)).toEqual([]);
      expect((await bridge.messages.list()).filter(isOpen)).toEqual([]);
    },
    { timeout: 20_000, interval: 5 },
  );
}

async function press(opened: World, taskId: string, account: string, action = 'Handle'): Promise<void> {
  const { body } = await opened.sandbox.press(taskId, { action, account, opinions: 'fine' });
  expect(body).toMatchObject({ code: 0 });
  await settle(opened);
}

async function askStates({ sandbox }: World): Promise<void> {
  const runs = await sandbox.runNightly();
  expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
}

async function holdAndGoOn(opened: World, instanceId: string): Promise<string[]> {
  const { sandbox, bridge } = opened;
  const states = () => [2, 3].map((number) => sandbox.task(`${instanceId}.${number}`)?.state ?? 'none');
  await press(opened, `${instanceId}.2`, 'bo', 'Hold');
  await askStates(opened);
  expect(states()).toEqual(['suspended', 'suspended']);
  // Where it is in no list, there is no button, and code must say it.
  if (sandbox.switches.suspendedStaysListed) await press(opened, `${instanceId}.2`, 'bo', 'Go on');
  else await bridge.activate(instanceId);
  await askStates(opened);
  return states();
}

async function tell(opened: World): Promise<typeof AS_EVERYWHERE> {
  const { sandbox, bridge, pending } = opened;
  loseAnswers(opened, 'taskHandle', 'messageSend');
  const { sendId } = await sendMessage(opened);
  const held = await begin(opened);
  await settle(opened);
  expect(sandbox.faults.active.map(({ left }) => left)).toEqual([0, 0]);
  const other = await begin(opened);
  const stopped = await begin(opened);
  await settle(opened);

  await press(opened, `${stopped}.1`, 'anna', 'Stop');
  await press(opened, `${held}.1`, 'anna');
  const goneOn = await holdAndGoOn(opened, held);
  await press(opened, `${other}.1`, 'anna');
  const batch = await sandbox.batch([`${held}.2`, `${other}.2`], { account: 'bo' });
  expect(batch).toMatchObject([{ body: { code: 0 } }, { body: { code: 0 } }]);
  await settle(opened);
  for (const id of [held, other]) await press(opened, `${id}.3`, 'chen');
  loseAnswers(opened, 'taskHandle');
  for (const id of [held, other]) await press(opened, `${id}.4`, 'dara');
  const evening = pending();
  await askStates(opened);

  const messages = await bridge.messages.list();
  const arrived = new Set(sandbox.sentMessages().map((message) => message.sendId));
  expect(arrived).toEqual(new Set(messages.map((message) => message.sendId)));
  expect(arrived).toContain(sendId);
  expect(signOffOf(opened, sendId)).toBe('The office');
  const ids = [held, other, stopped];
  const conclusionsOf = (id: string) =>
    sandbox
      .transactions()
      .flatMap(({ serialNumber, conclusions }) => (serialNumber === id ? [conclusions.length] : []));
  return {
    goneOn,
    evening,
    morning: pending(),
    instances: await Promise.all(ids.map(async (id) => (await bridge.instances.get(id))?.status ?? 'none')),
    conclusions: ids.flatMap(conclusionsOf),
    reports: (await bridge.outbox.list()).map(({ state }) => state).filter((state) => state !== 'delivered'),
    messages: messages.map(({ state }) => state),
  };
}

const STARTS_NOTHING: Partial<Switches> = { unknownPreviousTask: 'create-nothing' };
/** In them nothing can end: see below, and `strict-centers.test.ts`. */
const NOT_SERVED = new Set([STARTS_NOTHING, { authorizationScheme: 'needed' } as const].map(nameOf));
const SERVED = READINGS.map(nameOf).filter((name) => !NOT_SERVED.has(name));

test.each(['{}', ...SERVED])('all is told, and nothing left over, in a center with %s', async (name) => {
  const reading = READINGS.find((each) => nameOf(each) === name);
  expect(await tell(await openWorld(reading ?? {}))).toEqual({ ...AS_EVERYWHERE, ...ELSEWHERE[name] });
});

test('what is said of a reading is said of one there is', () => {
  expect(SERVED).toEqual(expect.arrayContaining(Object.keys(ELSEWHERE)));
});

/** What a center answers to a start, but for the times in it. */
async function answerToStart(switches: Partial<Switches>) {
  const opened = await openWorld(switches);
  const id = await begin(opened);
  await settle(opened);
  const call = opened.sandbox.traffic.find((entry) => entry.call === 'taskHandle');
  const whole = (call?.answer ?? {}) as Readonly<Record<string, unknown>>;
  const { took: _took, timestamp: _timestamp, ...answer } = whole;
  const tasks = opened.pending();
  await world?.[Symbol.asyncDispose]();
  world = undefined;
  return { status: call?.status, answer: JSON.stringify(answer).replaceAll(id, 'i'), tasks };
}

test('the answer of a center that creates nothing is that of one that creates: no bridge can tell them apart', async () => {
  const creating = await answerToStart({});
  const other = await answerToStart(STARTS_NOTHING);
  expect([creating.tasks, other.tasks]).toEqual([['anna:apply'], []]);
  expect(other.answer).toContain('"code":2004,"taskId":"i.start"');
  expect([other.status, other.answer]).toEqual([creating.status, creating.answer]);
});

test('a center that creates nothing behind an unknown task takes the start, and nobody gets a task', async () => {
  const opened = await openWorld(STARTS_NOTHING);
  const { bridge, sandbox, pending } = opened;
  await sendMessage(opened);
  const id = await begin(opened);
  await settle(opened);
  await askStates(opened);
  expect(pending()).toEqual([]);
  expect(sandbox.transactions()).toEqual([]);
  expect(await bridge.instances.get(id)).toMatchObject({ status: 'running' });
  expect((await bridge.outbox.list()).map(({ state }) => state)).toEqual(['delivered']);
  expect(sandbox.sentMessages()).toHaveLength(1);
  // What was not created cannot be ended there either: the report of the end waits for a person.
  await bridge.terminate(id, { account: 'anna' });
  await settle(opened);
  expect((await bridge.outbox.list()).map(({ state }) => state)).toEqual(['delivered', 'parked']);
});

test('a bridge that is not told of a center with signOffIn:data sends messages without a signature', async () => {
  const untold = optionsFor({});
  world = await createWorld({ ...untold, sandbox: { switches: { signOffIn: 'data' } } });
  const { sendId } = await sendMessage(world);
  await settle(world);
  expect(world.sandbox.sentMessage(sendId)).toMatchObject({ state: 'sent', errorList: [] });
  expect(signOffOf(world, sendId)).toBeUndefined();
});

const AFTER_GOODS = draw(
  {
    id: 'delivery',
    people: { order: 'anna', file: 'dara' },
    others: [catchEvent('goods', message('came'))],
    paths: 'start > order > goods > file > end',
  },
  root('message', 'came', { name: 'came' }),
);

/** An order whose goods come after its task was handled, so that the task behind them has a handled one before it. */
async function continueLater(handledPreviousTask: Switches['handledPreviousTask']) {
  const opened = await openWorld({ handledPreviousTask });
  const { bridge, sandbox } = opened;
  await bridge.deploy(AFTER_GOODS);
  const { instanceId } = await bridge.start('delivery', { initiator: 'anna' });
  await settle(opened);
  await press(opened, `${instanceId}.1`, 'anna');
  expect(sandbox.task(`${instanceId}.1`)).toMatchObject({ state: 'handled' });
  expect(await bridge.message({ name: 'came', instanceId })).toMatchObject({ matched: true });
  await settle(opened);
  const states = async () => (await bridge.outbox.list()).map(({ state }) => state);
  return { opened, instanceId, states };
}

test.each([
  ['create', ['dara:file']],
  ['create-nothing', []],
] as const)(
  'what a message lets go on is delivered in a center with handledPreviousTask:%s, where the pending tasks are then %j',
  async (handledPreviousTask, pending) => {
    const { opened, instanceId, states } = await continueLater(handledPreviousTask);
    expect(opened.pending()).toEqual(pending);
    // The answers are the same: no bridge can tell, and its process waits for somebody who has no task.
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await opened.bridge.instances.get(instanceId)).toMatchObject({ status: 'running' });
  },
);

test('where nothing was created behind a handled task, the end of that process is parked', async () => {
  const { opened, instanceId, states } = await continueLater('create-nothing');
  await opened.bridge.terminate(instanceId, { account: 'anna' });
  await settle(opened);
  expect(await states()).toEqual(['delivered', 'delivered', 'delivered', 'parked']);
  expect(opened.sandbox.transactions().map(({ conclusions }) => conclusions.length)).toEqual([0]);
});

/** Anna hands her task to dara while the center takes no report but asks about states, which is the rare case. */
async function handOver(turnMovesTask: Switches['turnMovesTask']) {
  const opened = await openWorld({ turnMovesTask });
  const { bridge, sandbox } = opened;
  const parked: string[] = [];
  bridge.on('report.parked', ({ instanceId }) => void parked.push(instanceId));
  const id = await begin(opened);
  await settle(opened);
  sandbox.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
  expect(await bridge.transfer(`${id}.1`, { from: 'anna', to: 'dara' })).toMatchObject({ kind: 'applied' });
  await askStates(opened);
  sandbox.faults.clear();
  await settle(opened);
  const of = sandbox.pending('dara').map(({ taskId }) => taskId.slice(id.length));
  const reports = (await bridge.outbox.list()).map(({ state }) => state);
  return { opened, id, of, reports, parked };
}

test.each([false, 'without-next'] as const)(
  'a task that is handed over is there once, in a center with turnMovesTask:%s that asks before it is told',
  async (turnMovesTask) => {
    const { opened, id, of, reports } = await handOver(turnMovesTask);
    expect(of).toEqual(['.2']);
    expect(reports).not.toContain('parked');
    await press(opened, `${id}.2`, 'dara');
    expect(opened.pending()).toEqual(['bo:sign', 'chen:sign']);
  },
);

test('in a center that moves the task itself beside what next creates, it is there twice, and the operator is told', async () => {
  const { opened, id, of, reports, parked } = await handOver(true);
  expect(of).toEqual(['.1', '.2']);
  // Anna, who handed it over, is no handler of it any more.
  expect(reports).toEqual(['delivered', 'parked']);
  expect(parked).toEqual([id]);
  // The bridge gave dara the other one.
  const pressed = await opened.sandbox.press(`${id}.1`, { action: 'Handle', account: 'dara' });
  expect(pressed.body).toMatchObject({ code: 403 });
  const other = await opened.sandbox.press(`${id}.2`, { action: 'Handle', account: 'dara' });
  expect(other.body).toMatchObject({ code: 0 });
});

test('two bridges of one client tell everything in a center where a new token ends the old one', async () => {
  const one = await openWorld({ newTokenEndsOld: true });
  const { baseUrl, authUrl } = one.sandbox;
  const server = await serveFetch((request) => other.fetch(request));
  const client = { clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' };
  const other = await createBridge({
    ...optionsFor({}).bridge,
    center: { baseUrl, authUrl, ...client },
    callback: {
      publicUrl: server.origin,
      signingKeys: SIGNING_KEYS,
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
  });
  try {
    await other.deploy(LEAVE);
    const both = { ...one, bridge: other };
    for (const opened of [one, both, one, both, one, both]) await begin(opened);
    await Promise.all([settle(one), settle(both)]);
    expect(one.sandbox.pending('anna')).toHaveLength(6);
    const reports = [...(await one.bridge.outbox.list()), ...(await other.outbox.list())];
    expect(reports.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'delivered'));
    const refused = one.sandbox.traffic.filter(({ call, status }) => call === 'taskHandle' && status === 401);
    expect(refused.length).toBeGreaterThan(0);
  } finally {
    await other.close();
    await server.close();
  }
});
