/** Calls of processes that are looked up while an instance runs, in a table of the caller. */
import { expect, test } from 'vitest';
import { prepareProcesses } from '../../../src/model/index.ts';
import type { ProcessQuery } from '../../../src/plugin/index.ts';
import {
  boundary,
  bpmn,
  callActivity,
  end,
  exclusive,
  process,
  processFile,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { openHost } from './open-host.ts';

const CALLER = draw({
  id: 'caller',
  people: { apply: 'ann', after: 'ann' },
  others: [callActivity('call', '${which}')],
  paths: 'start > apply > call > after > end',
});
const oneTask = (id: string, account: string) =>
  processFile([start(), userTask('look', { assignee: account }), end()], 'start > look > end', { id });
const LEGAL = oneTask('legal', 'bob');
/** Asks as often as ann likes, one level deeper each time. */
const ASK = processFile(
  [start(), userTask('ask', { assignee: 'ann' }), exclusive('g'), callActivity('more', 'ask-process'), end('done')],
  'start > ask > g; g >"More"[${more}] more > done; g >"Enough"[${!more}] done',
  { id: 'ask-process' },
);

async function sourceOf(xml: string): Promise<string> {
  const [prepared] = await prepareProcesses(xml);
  return prepared?.xml ?? '';
}

/** A host that finds processes in a map, and what it was asked for. */
function openFinding(files: Readonly<Record<string, string>>) {
  const asked: ProcessQuery[] = [];
  const found = { ...files };
  const findProcess = async (query: ProcessQuery) => {
    asked.push(query);
    return found[query.processId];
  };
  const host = openHost({ findProcess });
  const open = () => {
    const all = host.store.changes;
    const gone = new Set(all.flatMap(({ jobsGone }) => jobsGone));
    return all.flatMap(({ jobs }) => jobs).filter(({ jobId }) => !gone.has(jobId));
  };
  return { ...host, asked, found, open };
}

async function begin(host: ReturnType<typeof openFinding>, xml: string, variables: Record<string, unknown> = {}) {
  await host.host.start({ source: await sourceOf(xml), instanceId: 'i', initiator: 'ann', variables });
  await host.host.press('i.1', { account: 'ann' });
}

/** Ann presses the button of her only open task. */
async function pressNamed({ host }: ReturnType<typeof openFinding>, label: string): Promise<void> {
  const task = (await host.read('i'))?.tasks.find(({ closedAt }) => closedAt === null);
  const action = task?.actions.find(({ name }) => name === label)?.key ?? '';
  expect(await host.press(task?.taskId ?? '', { account: 'ann', action })).toMatchObject({ kind: 'applied' });
}

async function runAll({ host, open }: ReturnType<typeof openFinding>): Promise<void> {
  for (const job of open()) await host.runJob(job);
}

const nodesOf = ({ store }: ReturnType<typeof openFinding>) =>
  store.changes
    .at(-1)
    ?.tasks.filter(({ closedAt }) => closedAt === null)
    .map(({ nodeId }) => nodeId);

test('a waiting call is a job; running it draws the process in, as one change, and the instance goes through it', async () => {
  const world = openFinding({ legal: LEGAL });
  await begin(world, CALLER, { which: 'legal' });
  const [job] = world.open();
  expect(job).toMatchObject({ instanceId: 'i', kind: 'call', service: 'legal', variables: {}, input: {} });
  if (!job) throw new Error('no job');
  expect(await world.host.runJob(job)).toBe(true);
  expect(world.asked).toEqual([{ instanceId: 'i', callId: 'call', processId: 'legal', by: 'process' }]);
  expect(world.store.changes).toHaveLength(3);
  expect(nodesOf(world)).toEqual(['call.legal.look']);
  expect(world.open()).toEqual([]);
  expect(await world.host.press('i.2', { account: 'bob' })).toMatchObject({ kind: 'applied' });
  expect(await world.host.press('i.3', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(world.said()).toEqual(['i.start next i.1', 'i.1 next i.2', 'i.2 next i.3', 'i.3 end']);
});

test('a process that calls itself goes as deep as its tokens come; nobody is asked for it', async () => {
  const world = openFinding({});
  await world.host.start({ source: await sourceOf(ASK), instanceId: 'i', initiator: 'ann' });
  for (const _ of ['once', 'twice']) {
    await pressNamed(world, 'More');
    await runAll(world);
  }
  expect(nodesOf(world)).toEqual(['more.more.ask']);
  expect((await world.host.read('i'))?.diagram().nodes.current).toEqual(['more.more.ask', 'more', 'more.more']);
  await pressNamed(world, 'Enough');
  expect(world.said()).toEqual(['i.start next i.1', 'i.1 next i.2', 'i.2 next i.3', 'i.3 end']);
  expect(world.asked).toEqual([]);
});

test('a process that is not found yet changes nothing; the same job finds it later, once', async () => {
  const world = openFinding({});
  await begin(world, CALLER, { which: 'legal' });
  const [job] = world.open();
  if (!job) throw new Error('no job');
  await expect(world.host.runJob(job)).rejects.toMatchObject({
    code: 'ERR_PROCESS_UNKNOWN',
    details: { callId: 'call', instanceId: 'i' },
  });
  await expect(world.host.finishJob(job, { result: {} })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  expect(world.store.changes).toHaveLength(2);
  world.found.legal = processFile([start(), end()], 'start > gone > end', { id: 'legal' });
  await expect(world.host.runJob(job)).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
  world.found.legal = LEGAL;
  const results = await Promise.all([world.host.runJob(job), world.host.runJob(job)]);
  expect(results.toSorted()).toEqual([false, true]);
  expect(nodesOf(world)).toEqual(['call.legal.look']);
  expect(world.store.changes).toHaveLength(3);
});

test('calls that wait at once are drawn in one after the other, whoever is faster', async () => {
  const both = draw({
    id: 'both',
    parallel: 'fork join',
    others: [callActivity('one', '${first}'), callActivity('other', '${second}')],
    paths: 'start > fork > one > join > end; fork > other > join',
  });
  const world = openFinding({ legal: LEGAL, finance: oneTask('finance', 'cleo') });
  const variables = { first: 'legal', second: 'finance' };
  await world.host.start({ source: await sourceOf(both), instanceId: 'i', initiator: 'ann', variables });
  await Promise.all(world.open().map((job) => world.host.runJob(job)));
  expect(nodesOf(world)).toHaveLength(1);
  const open = (await world.host.read('i'))?.openTasks.map(({ taskId, nodeId, handlers }) => [
    nodeId,
    taskId,
    ...handlers,
  ]);
  expect(open?.map(([nodeId]) => nodeId).toSorted()).toEqual(['one.legal.look', 'other.finance.look']);
  for (const [, taskId = '', account = ''] of open ?? []) await world.host.press(taskId, { account });
  expect((await world.host.read('i'))?.instance?.status).toBe('ended');
});

test('a call whose instance is suspended waits; one that its timer has ended is over', async () => {
  const timed = draw({
    id: 'timed',
    people: { apply: 'ann', remind: 'ann' },
    others: [callActivity('call', '${which}'), boundary('late', 'call', timer('P1D'))],
    paths: 'start > apply > call > end; late > remind > end-late',
  });
  const world = openFinding({ legal: LEGAL });
  await begin(world, timed, { which: 'legal' });
  const [job] = world.open();
  if (!job) throw new Error('no job');
  await world.host.suspend('i');
  await expect(world.host.runJob(job)).rejects.toMatchObject({ code: 'ERR_SUSPENDED' });
  await world.host.activate('i');
  world.time.now += 86_400_000;
  await world.host.wake('i');
  expect(nodesOf(world)).toEqual(['remind']);
  expect(world.open()).toEqual([]);
  expect(await world.host.runJob(job)).toBe(false);
});

test('a process that was found looks for its own calls in its own file first', async () => {
  const inner = process('inner', [start('s2'), userTask('deep', { assignee: 'bob' }), end('e2')], 's2 > deep > e2');
  const outer = process('legal', [start(), callActivity('next', '${inner}'), end()], 'start > next > end');
  const world = openFinding({ legal: bpmn(outer, inner), inner: oneTask('inner', 'cleo') });
  await begin(world, CALLER, { which: 'legal', inner: 'inner' });
  await runAll(world);
  await runAll(world);
  expect(nodesOf(world)).toEqual(['call.legal.next.inner.deep']);
  expect(world.asked.map(({ processId }) => processId)).toEqual(['legal']);
});

test('without findProcess such a diagram is refused, and a job that was left says what is missing', async () => {
  const { host, store } = openHost();
  const source = await sourceOf(CALLER);
  await expect(host.start({ source, instanceId: 'i', initiator: 'ann' })).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    message: expect.stringContaining('or return it from the option `findProcess`'),
  });
  expect(store.changes).toEqual([]);
  const world = openFinding({});
  await begin(world, CALLER, { which: 'legal' });
  const [job] = world.open();
  if (!job) throw new Error('no job');
  await expect(host.runJob(job)).rejects.toMatchObject({
    message: 'The process legal cannot be looked up: pass the option findProcess.',
  });
});
