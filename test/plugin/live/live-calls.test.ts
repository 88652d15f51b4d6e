/** Calls of processes that are looked up while an instance runs, in an engine that its host owns. */
import { expect, test } from 'vitest';
import { prepareProcesses } from '../../../src/model/index.ts';
import { enterCall, type FindProcess, type PluginOptions, type WaitingCall } from '../../../src/plugin/index.ts';
import { callActivity, end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost } from '../../support/live-host.ts';

const CALLER = draw({
  id: 'caller',
  people: { apply: 'ann', after: 'ann' },
  others: [callActivity('call', '${which}')],
  paths: 'start > apply > call > after > end',
});
const LEGAL = processFile([start(), userTask('look', { assignee: 'bob' }), end()], 'start > look > end', {
  id: 'legal',
});
const find: FindProcess = ({ processId }) => (processId === 'legal' ? LEGAL : undefined);

/** A service that keeps what it stores, and what its plugin hands out. */
function open(source: string, other: Partial<PluginOptions> = {}) {
  const calls: WaitingCall[] = [];
  const options: PluginOptions = {
    ...{ appId: 'app', instanceId: 'order-1', initiator: 'ann' },
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => undefined,
    onCall: (call) => calls.push(call),
    ...other,
  };
  const host = createHost(source, { onCall: (call) => calls.push(call), ...other });
  const store = async () => ({ state: await host.engine.getState(), snapshot: host.plugin.snapshot() });
  return { ...host, calls, options, store };
}
type Opened = ReturnType<typeof open>;

async function begin(variables: Record<string, unknown> = { which: 'legal' }, other: Partial<PluginOptions> = {}) {
  const [prepared] = await prepareProcesses(CALLER);
  const source = prepared?.xml ?? '';
  const host = open(source, other);
  await host.engine.execute({ listener: host.plugin.listener, variables });
  await turn();
  await host.plugin.press('order-1.1', { account: 'ann' });
  return host;
}

/** Goes on in another process, as JSON brings it there. */
async function recover(states: object | undefined, other: Partial<PluginOptions> = {}): Promise<Opened> {
  const { state, snapshot } = JSON.parse(JSON.stringify(states)) as Awaited<ReturnType<Opened['store']>>;
  const [prepared] = await prepareProcesses(CALLER);
  const next = open(prepared?.xml ?? '', other);
  next.plugin.recover(snapshot);
  next.engine.recover(state);
  await next.engine.resume({ listener: next.plugin.listener });
  await turn();
  return next;
}

/** What a call has begun in the engine goes on in microtasks. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const openNodes = ({ plugin }: Opened) => plugin.openTasks.map(({ nodeId }) => nodeId);

test('a waiting call is handed out once; the engine that goes on from the extended states enters its process', async () => {
  const first = await begin();
  expect(first.calls).toEqual([
    { instanceId: 'order-1', callId: 'call', processId: 'legal', by: 'process', executionId: expect.any(String) },
  ]);
  await first.plugin.setVariables({ other: 1 });
  expect(first.calls).toHaveLength(1);
  first.plugin.retryServices();
  expect(first.calls).toHaveLength(2);
  expect(openNodes(first)).toEqual([]);
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  expect(first.said()).toEqual(['order-1.start next apply=order-1.1']);
  const states = await enterCall(first.options, { call, ...(await first.store()) }, find);
  await first.engine.stop();

  const second = await recover(states);
  expect(second.calls).toEqual([]);
  expect(openNodes(second)).toEqual(['call.legal.look']);
  await second.plugin.press('order-1.2', { account: 'bob' });
  await second.plugin.press('order-1.3', { account: 'ann' });
  expect(second.said()).toEqual([
    'order-1.1 next call.legal.look=order-1.2',
    'order-1.2 next after=order-1.3',
    'order-1.3 end',
  ]);
  expect(second.plugin.diagram()).toMatchObject({
    status: 'ended',
    nodes: { done: expect.arrayContaining(['call.legal.look']) },
  });
  await second.plugin.idle();
});

test('wherever the process dies, the next one goes on', async () => {
  const first = await begin();
  const before = await first.store();
  await first.engine.stop();
  const second = await recover(before);
  expect(second.calls).toEqual(first.calls);
  const [call] = second.calls;
  if (!call) throw new Error('no call');
  const states = await enterCall(second.options, { call, ...(await second.store()) }, find);
  await second.engine.stop();
  // Twice from the same states: the second one died before it stored anything.
  for (const next of [await recover(states), await recover(states)]) {
    expect(next.said()).toEqual(['order-1.1 next call.legal.look=order-1.2']);
    const later = await recover(await next.store());
    expect(later.calls).toEqual([]);
    expect(openNodes(later)).toEqual(['call.legal.look']);
    expect(later.said()).toEqual([]);
    await next.engine.stop();
    await later.engine.stop();
  }
});

test('the step into the process is the first one of the next engine: a report held too long is next, not none', async () => {
  const time = { now: 0 };
  const own = { clock: () => time.now, reportHoldMs: 1000 };
  const first = await begin(undefined, own);
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  const states = await enterCall(first.options, { call, ...(await first.store()) }, find);
  await first.engine.stop();
  time.now = 5000;
  const second = await recover(states, own);
  expect(second.said()).toEqual(['order-1.1 next call.legal.look=order-1.2']);
  await second.engine.stop();
});

test('an instance that does not wait at the call any more is left as it is', async () => {
  const first = await begin();
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  const states = await enterCall(first.options, { call, ...(await first.store()) }, find);
  await first.engine.stop();
  const second = await recover(states);
  expect(await enterCall(second.options, { call, ...(await second.store()) }, find)).toBeUndefined();
  await second.engine.stop();
});

test('while the instance is suspended its call waits, handed out or drawn in', async () => {
  const first = await begin();
  await first.plugin.suspend();
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  const states = await enterCall(first.options, { call, ...(await first.store()) }, find);
  const asleep = await recover(await first.store());
  expect(asleep.calls).toEqual([]);
  await asleep.plugin.activate();
  expect(asleep.calls).toEqual([call]);
  const drawn = await recover(states);
  expect(openNodes(drawn)).toEqual([]);
  await drawn.plugin.activate();
  await turn();
  expect(openNodes(drawn)).toEqual(['call.legal.look']);
  for (const { engine } of [first, asleep, drawn]) await engine.stop();
});

test('a process that is not found, or cannot run, changes nothing', async () => {
  const { calls, options, store, engine } = await begin();
  const [call] = calls;
  if (!call) throw new Error('no call');
  const waiting = { call, ...(await store()) };
  await expect(enterCall(options, waiting, () => undefined)).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
  const broken = processFile([start(), end()], 'start > nobody > end', { id: 'legal' });
  await expect(enterCall(options, waiting, () => broken)).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
  const elsewhere = { ...options, instanceId: 'order-2' };
  await expect(enterCall(elsewhere, waiting, find)).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
  await expect(enterCall(options, { ...waiting, snapshot: '{}' }, find)).rejects.toMatchObject({
    code: 'ERR_SNAPSHOT_INVALID',
  });
  expect(await enterCall(options, waiting, find)).toBeDefined();
  await engine.stop();
});

/** An extension that the host reads by a descriptor of its own, or as moddle reads what it does not know. */
const NOTES = {
  notes: {
    ...{ name: 'Notes', uri: 'http://service.test/notes', prefix: 'notes', xml: { tagAlias: 'lowerCase' } },
    types: [{ name: 'Note', superClass: ['Element'], properties: [{ name: 'text', isAttr: true, type: 'String' }] }],
  },
};

test.each([
  ['with descriptors', NOTES, 'notes:Note'],
  ['without', {}, 'notes:note'],
])('the host reads its own extensions in a called process as in its caller, %s', async (_, moddleOptions, type) => {
  const extensions = '<notes:note xmlns:notes="http://service.test/notes" text="hush" />';
  const noted = processFile([start(), userTask('look', { assignee: 'bob', extensions }), end()], 'start > look > end', {
    id: 'legal',
  });
  const extendFn = (element: unknown) => {
    const { extensionElements } = element as { extensionElements?: { values?: { $type: string; text: string }[] } };
    return { note: extensionElements?.values?.find(({ $type }) => $type === type)?.text };
  };
  const own = { engine: { moddleOptions, extendFn } };
  const first = await begin(undefined, own);
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  const states = await enterCall(first.options, { call, ...(await first.store()) }, () => noted);
  await first.engine.stop();
  const second = await recover(states, own);
  expect(openNodes(second)).toEqual(['call.legal.look']);
  const [definition] = second.engine.execution.definitions;
  expect(definition?.getElementById('call.legal.look')?.behaviour).toMatchObject({ note: 'hush' });
  await second.engine.stop();
});

test('without onCall an engine refuses such a diagram, and names the ways', async () => {
  const [prepared] = await prepareProcesses(CALLER);
  const { plugin, engine } = createHost(prepared?.xml ?? '');
  await expect(engine.execute({ listener: plugin.listener })).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    message: expect.stringContaining(
      'call: "call" calls ${which}, which has to be looked up while the process runs. Pass the called process to ' +
        '`prepareProcesses` together with this file; or look it up with the option `onCall` of createPlugin or ' +
        '`findProcess` of createEngineHost; or run the process in a bridge.',
    ),
  });
});
