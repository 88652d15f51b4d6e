/** The diagram of an instance: where it is and which way it came, kept with its steps, and given at a signed address. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  bpmn,
  callActivity,
  catchEvent,
  end,
  link,
  process,
  processFile,
  start,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World, type WorldOptions } from '../world.ts';

const REWORK = draw({
  id: 'rework',
  people: { apply: '${initiator}', check: '${boss}' },
  exclusive: 'g',
  paths: 'start > apply > check > g; g >"yes" end; g >"no" apply',
});
const VARIABLES = { boss: 'bo', salary: 'nobody may see this' };

let file: DatabaseFile;
const opened: AsyncDisposable[] = [];
beforeEach(() => {
  file = createDatabaseFile();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function openWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({
    callback: { diagrams: true },
    ...options,
    bridge: { store: file.store, ...options.bridge },
  });
  opened.push(world);
  return world;
}

async function begin({ bridge }: World, xml = REWORK): Promise<string> {
  const { processId } = await bridge.deploy(xml);
  const { instanceId } = await bridge.start(processId, { initiator: 'anna', variables: VARIABLES });
  await bridge.idle();
  return instanceId;
}

async function get(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

const sorted = (ids: readonly string[]) => ids.toSorted().join(' ');
const REWORKED = { flows: 'apply-check check-g g-apply start-apply', done: 'check g start', current: 'apply' };

/** Where an instance is and which way it came. */
async function wayOf({ bridge }: World, instanceId: string) {
  const { flows, nodes } = await bridge.diagram(instanceId);
  return { flows: sorted(flows), done: sorted(nodes.done), current: sorted(nodes.current) };
}

describe('bridge.diagram', () => {
  test('gives the file, where the instance is, the way it took, and why the center was told what it was told', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    await world.press('anna', 'apply');
    await world.press('bo', 'check', 'no');
    const diagram = await world.bridge.diagram(instanceId);
    expect(diagram).toMatchObject({ instanceId, processId: 'rework', status: 'running', xml: REWORK });
    expect(await wayOf(world, instanceId)).toEqual(REWORKED);
    expect(diagram.reports).toEqual(await world.bridge.explain(instanceId));
    expect(diagram.reports.map(({ status }) => status)).toEqual(['next', 'next', 'next']);
  });

  test('says when which nodes were reached, and which tasks nobody handled', async () => {
    const xml = draw({
      id: 'timed-out',
      people: { ask: 'bo', late: 'anna' },
      others: [boundary('timed', 'ask', timer('PT2H'))],
      paths: 'start > ask > end; timed > late > end',
    });
    let now = Date.parse('2026-03-02T09:00:00Z');
    const begun = now;
    const world = await openWorld({ bridge: { clock: () => now }, sandbox: { clock: () => now } });
    const instanceId = await begin(world, xml);
    now += 10_800_000;
    await expect.poll(() => world.pending()).toEqual(['anna:late']);
    const { steps, reports } = await world.bridge.diagram(instanceId);
    expect(steps).toEqual([
      { at: begun, nodes: ['start', 'ask'] },
      { at: now, nodes: ['timed', 'late'] },
    ]);
    expect(reports.map(({ isUnhandled }) => isUnhandled)).toEqual([undefined, true]);

    // What is terminated by the service was open until then.
    await world.bridge.terminate(instanceId);
    expect((await world.bridge.explain(instanceId)).at(-1)).toMatchObject({ status: 'end', isUnhandled: true });
  });

  test('is there after the end, whose snapshot is gone, and says how it ended', async () => {
    const world = await openWorld();
    const finished = await begin(world);
    await world.press('anna', 'apply');
    await world.press('bo', 'check', 'yes');
    const stopped = await begin(world);
    await world.bridge.terminate(stopped);
    expect(await wayOf(world, finished)).toEqual({
      flows: 'apply-check check-g g-end start-apply',
      done: 'apply check end g start',
      current: '',
    });
    expect(await wayOf(world, stopped)).toEqual({ flows: 'start-apply', done: 'apply start', current: '' });
    expect((await world.bridge.diagram(stopped)).status).toBe('terminated');
  });

  test('of a suspended instance shows it where it is', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    await world.bridge.suspend(instanceId);
    expect((await world.bridge.diagram(instanceId)).status).toBe('suspended');
    expect((await wayOf(world, instanceId)).current).toBe('apply');
  });

  test('is as it was when another process opens the database', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    await world.press('anna', 'apply');
    const before = await wayOf(world, instanceId);
    await world.reopen();
    expect(await wayOf(world, instanceId)).toEqual(before);
    await world.press('bo', 'check', 'no');
    expect(await wayOf(world, instanceId)).toEqual(REWORKED);
  });

  test('has nothing of a step that was not stored, and has it once when it is made again', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    await world.press('anna', 'apply');
    const before = await wayOf(world, instanceId);
    file.run("create trigger full before insert on history begin select raise(abort, 'no space'); end");
    await expect(world.press('bo', 'check', 'no')).resolves.not.toBe(0);
    expect(await wayOf(world, instanceId)).toEqual(before);
    file.run('drop trigger full');
    await world.press('bo', 'check', 'no');
    const { flows, nodes } = await world.bridge.diagram(instanceId);
    expect(await wayOf(world, instanceId)).toEqual(REWORKED);
    for (const ids of [flows, [...nodes.done, ...nodes.current]]) expect(new Set(ids).size).toBe(ids.length);
  });

  test('goes on where the way that was stored is damaged', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    file.run("update instances set path = 'no JSON'");
    expect(await wayOf(world, instanceId)).toEqual({ flows: '', done: '', current: '' });
    await world.press('anna', 'apply');
    expect((await wayOf(world, instanceId)).current).toBe('check');
  });

  test('of an instance that is not there is refused', async () => {
    const world = await openWorld();
    await expect(world.bridge.diagram('nobody')).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
  });
});

describe('the file of a diagram is the one its author saved', () => {
  const task = (id: string): BpmnNode => userTask(id, { assignee: 'anna' });

  test('also where links are run as flows: both events and the flow behind them are on the way', async () => {
    const nodes = [start(), task('a'), throwEvent('to', link('L')), catchEvent('from', link('L')), task('b'), end()];
    const xml = processFile(nodes, 'start > a > to; from > b > end', { id: 'linked' });
    const world = await openWorld();
    const instanceId = await begin(world, xml);
    await world.press('anna', 'a');
    expect((await world.bridge.diagram(instanceId)).xml).toBe(xml);
    expect(await wayOf(world, instanceId)).toEqual({
      flows: 'a-to from-b start-a',
      done: 'a from start to',
      current: 'b',
    });
  });

  test('also where a call is run as a sub-process: what is called is told below the call', async () => {
    const called = process('called', [start('cs'), task('k'), end('ce')], 'cs > k > ce', { isExecutable: false });
    const xml = bpmn(process('caller', [start(), callActivity('call', 'called'), end()], 'start > call > end'), called);
    const world = await openWorld();
    const instanceId = await begin(world, xml);
    expect(await world.bridge.diagram(instanceId)).toMatchObject({ processId: 'caller', xml });
    expect(await wayOf(world, instanceId)).toEqual({
      flows: 'call.cs-k start-call',
      done: 'call.cs start',
      current: 'call call.k',
    });
  });

  test('also where the file has several pools', async () => {
    const xml = bpmn(
      process('one', [start('s1'), task('a'), end('e1')], 's1 > a > e1'),
      process('two', [start('s2'), task('b'), end('e2')], 's2 > b > e2'),
    );
    const world = await openWorld();
    const { otherPools } = await world.bridge.deploy(xml);
    expect(otherPools).toHaveLength(1);
    const { instanceId } = await world.bridge.start('two', { initiator: 'anna' });
    expect(await world.bridge.diagram(instanceId)).toMatchObject({
      ...{ processId: 'two', xml, nodes: { current: ['b'], done: ['s2'] } },
      flows: ['s2-b'],
    });
  });

  test('with its diagram and everything else in it, byte for byte', async () => {
    const xml = readFileSync('processes/leave-approval.bpmn', 'utf8');
    const world = await openWorld();
    const instanceId = await begin(world, xml);
    expect((await world.bridge.diagram(instanceId)).xml).toBe(xml);
  });
});

describe('bridge.diagramUrl', () => {
  test('answers a GET with the diagram of a task, and holds no variables, opinions or people', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    await world.press('anna', 'apply');
    const task = world.taskOf('bo', 'check');
    const { status, text } = await get(`${world.bridge.diagramUrl()}?taskId=${task}`);
    const answer = JSON.parse(text) as { code: number; data: Record<string, unknown> };
    expect([status, answer.code]).toEqual([200, 0]);
    expect(answer.data).toEqual(await world.bridge.diagram(instanceId));
    const { xml: _xml, ...told } = answer.data;
    for (const secret of [VARIABLES.salary, 'fine', '"bo"', 'anna']) expect(JSON.stringify(told)).not.toContain(secret);
  });

  test('is asked for any task of an instance, a handled one too', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    const first = world.taskOf('anna', 'apply');
    await world.press('anna', 'apply');
    const { text } = await get(`${world.bridge.diagramUrl()}?taskId=${first}`);
    expect(JSON.parse(text)).toMatchObject({ data: { instanceId, nodes: { current: ['check'] } } });
  });

  test('gives nothing of an unknown task, to another method, or without its signature', async () => {
    const world = await openWorld();
    await begin(world);
    const task = world.taskOf('anna', 'apply');
    const url = world.bridge.diagramUrl();
    expect(await get(`${url}?taskId=nothing`)).toMatchObject({ status: 404, text: expect.stringContaining('2004') });
    expect(await get(`${url}?taskId=${task}`, { method: 'POST' })).toMatchObject({ status: 405 });
    const forged = [`${url}A`, url.replace('/diagrams/', '/task-status/'), url.replace(/[^/]+$/, 'k1.'), `${url}/..`];
    for (const each of forged) {
      const { status, text } = await get(`${each}?taskId=${task}`);
      expect([each, status >= 400, text.includes('definitions')]).toEqual([each, true, false]);
    }
  });

  test('is off unless the option says so: then there is no address, and the one that was signed is nothing', async () => {
    const world = await openWorld();
    await begin(world);
    const url = `${world.bridge.diagramUrl()}?taskId=${world.taskOf('anna', 'apply')}`;
    expect((await get(url)).status).toBe(200);
    const quiet = await openWorld({ callback: {}, bridge: { store: 'sqlite::memory:' } });
    expect(() => quiet.bridge.diagramUrl()).toThrow(expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }));
    const { pathname, search } = new URL(url);
    const there = new URL(quiet.bridge.statusUrl()).origin;
    expect((await get(there + pathname + search)).status).toBe(404);
  });

  test('is what the center of the sandbox shows a person by, before and after the end', async () => {
    const world = await openWorld();
    const instanceId = await begin(world);
    world.sandbox.setDiagramUrl('approvals', world.bridge.diagramUrl());
    const task = world.taskOf('anna', 'apply');
    const shown = await get(`${world.sandbox.controlUrl}/tasks/${task}/diagram`);
    expect(shown.status).toBe(200);
    expect(JSON.parse(shown.text)).toMatchObject({
      diagram: { instanceId, xml: REWORK, nodes: { current: ['apply'] } },
    });
    await world.press('anna', 'apply');
    await world.press('bo', 'check', 'yes');
    const later = await get(`${world.sandbox.controlUrl}/tasks/${task}/diagram`);
    expect(JSON.parse(later.text)).toMatchObject({ diagram: { status: 'ended', nodes: { current: [] } } });
  });
});
