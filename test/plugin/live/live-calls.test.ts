/** Calls of processes that are looked up while an instance runs, in an engine that its host owns. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { prepareProcesses } from '../../../src/model/index.ts';
import type { FindProcess, PluginOptions, ProcessQuery } from '../../../src/plugin/index.ts';
import { boundary, callActivity, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost, type LiveHost, recoverFrom, recoverHost, storeOf } from '../../support/live-host.ts';

const CALLER = draw({
  id: 'caller',
  people: { apply: 'ann', after: 'ann' },
  others: [callActivity('call', '${which}')],
  paths: 'start > apply > call > after > end',
});
const LEGAL = processFile([start(), userTask('look', { assignee: 'bob' }), end()], 'start > look > end', {
  id: 'legal',
});

/** Where the test finds processes, and when. */
function library(files: Record<string, string> = { legal: LEGAL }) {
  const asked: ProcessQuery[] = [];
  const answers: (() => void)[] = [];
  const findProcess: FindProcess = (query) => {
    asked.push(query);
    return new Promise((resolve) => answers.push(() => resolve(files[query.processId])));
  };
  /** All that was asked is answered; what the instance does then is over when this resolves. */
  async function answer() {
    for (const each of answers.splice(0)) each();
    await turn();
  }
  return { asked, files, findProcess, answer };
}

async function sourceOf(file: string): Promise<string> {
  const [prepared] = await prepareProcesses(file);
  return prepared?.xml ?? '';
}

async function begin(options: Partial<PluginOptions>, file = CALLER): Promise<LiveHost> {
  const host = createHost(await sourceOf(file), options);
  await host.execute({ which: 'legal' });
  await host.plugin.press('order-1.1', { account: 'ann' });
  await turn();
  return host;
}

/** What a call has begun in the engine goes on in microtasks. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the call waits for its process, enters it, and goes on after it, all in one engine', async () => {
  const { asked, findProcess, answer } = library();
  const heard: string[] = [];
  const listener = { emit: (name: string, { id }: { id: string }) => heard.push(`${name} ${id}`) };
  const host = await begin({ findProcess, engine: { listener } });
  expect(asked).toEqual([{ instanceId: 'order-1', callId: 'call', processId: 'legal', by: 'process' }]);
  // It is being looked for.
  await host.plugin.setVariables({ other: 1 });
  host.plugin.retryServices();
  expect(asked).toHaveLength(1);
  expect(host.open).toBe('');
  expect(host.said()).toEqual(['order-1.start next apply=order-1.1']);

  await answer();
  expect(host.said()).toEqual(['order-1.1 next call.legal.look=order-1.2']);
  expect(heard).toContain('activity.wait call.legal.look');
  await host.plugin.press('order-1.2', { account: 'bob' });
  await host.plugin.press('order-1.3', { account: 'ann' });
  expect(host.said()).toEqual(['order-1.2 next after=order-1.3', 'order-1.3 end']);
  expect(host.plugin.diagram()).toMatchObject({
    status: 'ended',
    nodes: { done: expect.arrayContaining(['call.legal.look']) },
  });
  await host.plugin.idle();
});

test('a task in the process can be signalled by a listener, as any other', async () => {
  const { findProcess, answer } = library();
  let signal = () => {};
  const listener = new EventEmitter().on('activity.wait', (api: { id: string; signal(): void }) => {
    if (api.id === 'call.legal.look') signal = () => api.signal();
  });
  const host = await begin({ findProcess, engine: { listener } });
  await answer();
  signal();
  expect(host.open).toBe('after');
  await host.engine.stop();
});

test('wherever the process dies, the next one goes on', async () => {
  const { asked, findProcess, answer } = library();
  const first = await begin({ findProcess });
  const source = await sourceOf(CALLER);
  const before = await storeOf(first);
  await first.engine.stop();
  // What was found for an engine that is gone reaches nobody.
  await answer();
  expect(first.open).toBe('');

  // Twice from the same states: the first one died before it stored anything.
  for (const next of [
    await recoverHost(before, source, { findProcess }),
    await recoverHost(before, source, { findProcess }),
  ]) {
    await turn();
    await answer();
    expect(next.said()).toEqual(['order-1.1 next call.legal.look=order-1.2']);
    const later = await recoverFrom(next, source, { findProcess });
    expect(later.open).toBe('call.legal.look');
    expect(later.said()).toEqual([]);
    await later.plugin.press('order-1.2', { account: 'bob' });
    expect(later.open).toBe('after');
    await later.engine.stop();
  }
  expect(asked).toHaveLength(3);
});

test('two at once, each drawn in beside the other', async () => {
  const { findProcess, answer } = library();
  const both = draw({
    people: { apply: 'ann' },
    parallel: 'fork join',
    others: [callActivity('one', '${which}'), callActivity('other', '${which}')],
    paths: 'start > apply > fork > one > join > end; fork > other > join',
  });
  const host = await begin({ findProcess }, both);
  await answer();
  expect(host.open).toBe('one.legal.look other.legal.look');
  await host.plugin.press('order-1.2', { account: 'bob' });
  await host.plugin.press('order-1.3', { account: 'bob' });
  expect(host.plugin.instance?.status).toBe('ended');
});

test('a call that an event has ended enters nothing', async () => {
  const { findProcess, answer } = library();
  const timed = draw({
    people: { apply: 'ann', late: 'ann' },
    others: [callActivity('call', '${which}'), boundary('limit', 'call', timer('PT1S'))],
    paths: 'start > apply > call > end; limit > late > end',
  });
  const time = { now: 0 };
  const host = await begin({ findProcess, clock: () => time.now }, timed);
  time.now = 5000;
  host.plugin.wake();
  expect(host.open).toBe('late');
  await answer();
  expect(host.open).toBe('late');
  await host.engine.stop();
});

test('while the instance is suspended its call waits', async () => {
  const { asked, findProcess, answer } = library();
  const host = await begin({ findProcess });
  await host.plugin.suspend();
  await answer();
  expect(host.open).toBe('');
  await host.plugin.activate();
  await turn();
  expect(asked).toHaveLength(2);
  await answer();
  expect(host.open).toBe('call.legal.look');
  await host.plugin.idle();
  await host.engine.stop();
});

test('a process that is not found, or cannot run, is told, and looked up again when the host says so', async () => {
  const { files, findProcess, answer } = library({});
  const errors: unknown[] = [];
  const host = await begin({ findProcess, onError: (error) => errors.push(error) });
  await answer();
  files.legal = processFile([start(), end()], 'start > nobody > end', { id: 'legal' });
  host.plugin.retryServices();
  await turn();
  await answer();
  expect(errors).toMatchObject([{ code: 'ERR_PROCESS_UNKNOWN' }, { code: 'ERR_MODEL_REFUSED' }]);
  expect(host.open).toBe('');
  files.legal = LEGAL;
  host.plugin.retryServices();
  await turn();
  await answer();
  expect(host.open).toBe('call.legal.look');
  expect(errors).toHaveLength(2);
  await host.engine.stop();
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
  const { findProcess, answer } = library({ legal: noted });
  const own = { findProcess, engine: { moddleOptions, extendFn } };
  const first = await begin(own);
  await answer();
  const behaviourIn = ({ engine }: LiveHost) =>
    engine.execution.definitions[0]?.getElementById('call.legal.look')?.behaviour;
  expect(behaviourIn(first)).toMatchObject({ note: 'hush' });
  const second = await recoverFrom(first, await sourceOf(CALLER), own);
  expect(behaviourIn(second)).toMatchObject({ note: 'hush' });
  await second.engine.stop();
});

test('without findProcess an engine refuses such a diagram, and names the ways', async () => {
  const { plugin, engine } = createHost(await sourceOf(CALLER));
  await expect(engine.execute({ listener: plugin.listener })).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    message: expect.stringContaining(
      'call: "call" calls ${which}, which has to be looked up while the process runs. Pass the called process to ' +
        '`prepareProcesses` together with this file; or return it from the ' +
        'option `findProcess`; or run the process in a bridge.',
    ),
  });
});
