/** `instances.migrate`: running instances go on in another version of their process. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  end,
  processFile,
  serviceTask,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

const apply = userTask('apply', { assignee: 'anna' });
const check = userTask('check', { assignee: 'bo' });
const draw = (nodes: readonly BpmnNode[], flow: string) =>
  processFile([start(), ...nodes, end()], flow, { id: 'leave' });

const FIRST = draw([apply, check], 'start > apply > check > end');
/** Another name of the first task, and one more behind the second. */
const SECOND = draw(
  [userTask('request', { assignee: 'anna' }), check, userTask('archive', { assignee: 'carol' })],
  'start > request > check > archive > end',
);

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

async function deploy(xml: string): Promise<string> {
  return (await world.bridge.deploy(xml)).definitionId;
}

async function begin(): Promise<string> {
  const { instanceId } = await world.bridge.start('leave', { initiator: 'anna' });
  await world.bridge.idle();
  return instanceId;
}

test('a task that stays keeps its id and its buttons; what is new behind it follows', async () => {
  const from = await deploy(FIRST);
  const instanceId = await begin();
  await world.press('anna', 'apply');
  const [task] = await world.bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
  const to = await deploy(SECOND);
  const migrated: object[] = [];
  world.bridge.on('instance.migrated', (event) => migrated.push(event));
  const outcome = await world.bridge.instances.migrate({ to, instanceIds: [instanceId], by: 'ops' });
  expect(outcome).toEqual({ instances: [{ instanceId, outcome: 'migrated', moved: [], refusals: [] }], next: null });
  await world.bridge.idle();
  expect(migrated).toEqual([{ instanceId, processId: 'leave', from, to }]);
  expect(await world.bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' })).toEqual([task]);
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ definitionId: to, status: 'running' });
  const history = await world.bridge.history({ instanceId });
  expect(history.find(({ type }) => type === 'instance.migrated')?.data).toEqual({ from, to, moved: [], by: 'ops' });
  const { xml, nodes, flows } = await world.bridge.diagram(instanceId);
  expect([xml, nodes, flows]).toEqual([SECOND, { current: ['check'], done: ['start'] }, []]);

  expect(await world.press('bo', 'check')).toBe(0);
  expect(await world.press('carol', 'archive')).toBe(0);
  expect(world.reports()).toEqual(['start next apply', 'apply next check', 'check next archive', 'archive end']);
  expect(world.pending()).toEqual([]);
});

test('a task of another id is replaced in the center, and the old one can no longer be pressed', async () => {
  await deploy(FIRST);
  const instanceId = await begin();
  const old = world.taskOf('anna', 'apply');
  const to = await deploy(SECOND);
  const plan = { to, instanceIds: [instanceId] };
  expect(await world.bridge.instances.migrate(plan)).toMatchObject({
    instances: [{ outcome: 'refused', refusals: [{ reason: 'node-missing', nodeId: 'apply' }] }],
  });
  const nodes = { apply: 'request' };
  const moved = [{ from: 'apply', to: 'request', taskId: old }];
  const dry = await world.bridge.instances.migrate({ ...plan, nodes, dryRun: true });
  expect(dry.instances).toEqual([{ instanceId, outcome: 'possible', moved, refusals: [] }]);
  expect(world.pending()).toEqual(['anna:apply']);
  const done = await world.bridge.instances.migrate({ ...plan, nodes });
  expect(done.instances).toEqual([{ instanceId, outcome: 'migrated', moved, refusals: [] }]);
  await world.bridge.idle();
  expect(world.pending()).toEqual(['anna:request']);
  expect(await world.bridge.tasks.get(old)).toMatchObject({
    state: 'FINISH',
    handlerName: 'System',
    handleStatus: 'Moved to a new version',
  });
  expect(await world.bridge.press(old, { action: 'handle', account: 'anna' })).toMatchObject({ kind: 'stale' });
  expect((await world.bridge.explain(instanceId)).at(-1)?.reason).toBe(
    `apply (task ${old}) was ended by the migration to another version, and its token led to request (task ${instanceId}.2).`,
  );
  expect((await world.bridge.instances.migrate(plan)).instances).toMatchObject([{ outcome: 'unchanged' }]);
  await world.press('anna', 'request');
  await world.press('bo', 'check');
  await world.press('carol', 'archive');
  expect(world.reports().slice(1)).toEqual([
    'apply next request',
    'request next check',
    'check next archive',
    'archive end',
  ]);
});

test('all instances of a version, page by page; one that is refused does not stop the others', async () => {
  const from = await deploy(FIRST);
  const [first, second, third, suspended] = [await begin(), await begin(), await begin(), await begin()];
  await world.bridge.suspend(suspended);
  await world.bridge.tasks.list({ instanceId: second }).then(async ([task]) => {
    await world.bridge.press(String(task?.taskId), { action: 'handle', account: 'anna' });
  });
  const to = await deploy(draw([check], 'start > check > end'));
  const plan = { from, to, limit: 2 };
  const pages = [await world.bridge.instances.migrate(plan)];
  for (let last = pages.at(-1); last?.next; last = pages.at(-1)) {
    pages.push(await world.bridge.instances.migrate({ ...plan, after: last.next }));
  }
  const outcomes = new Map(pages.flatMap(({ instances }) => instances.map((each) => [each.instanceId, each])));
  expect(outcomes.get(second)).toMatchObject({ outcome: 'migrated' });
  for (const id of [first, third]) {
    expect(outcomes.get(id)?.refusals).toMatchObject([{ reason: 'node-missing', nodeId: 'apply' }]);
    expect(await world.bridge.instances.get(id)).toMatchObject({ definitionId: from });
  }
  expect(outcomes.get(suspended)?.refusals).toMatchObject([{ reason: 'suspended' }]);
  expect(outcomes.size).toBe(4);
  await expect(world.bridge.definitions.undeploy(from)).rejects.toMatchObject({ details: { openInstances: 3 } });
});

test('a press at the same time is applied before or after, and nothing is lost', async () => {
  await deploy(FIRST);
  for (let round = 0; round < 6; round += 1) {
    const to = await deploy(
      round % 2 === 0 ? draw([apply, check, userTask('more')], 'start > apply > check > more > end') : FIRST,
    );
    const { instanceId } = await world.bridge.start('leave', {
      initiator: 'anna',
      definitionId: String(
        (await world.bridge.definitions.list()).find((each) => each.definitionId !== to)?.definitionId ?? to,
      ),
    });
    await world.bridge.idle();
    const taskId = world.taskOf('anna', 'apply');
    const [pressed, { instances }] = await Promise.all([
      world.bridge.press(taskId, { action: 'handle', account: 'anna' }),
      world.bridge.instances.migrate({ to, instanceIds: [instanceId] }),
    ]);
    expect(pressed).toMatchObject({ kind: 'applied' });
    expect(instances[0]?.outcome).toMatch(/^(?:migrated|unchanged)$/);
    await world.bridge.idle();
    expect(world.pending()).toContain('bo:check');
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ definitionId: to });
    await world.bridge.terminate(instanceId);
    await world.bridge.idle();
  }
});

test('a job that runs finishes in the other version, and a timer that is new is due there', async () => {
  let finish = () => {};
  const booked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await using other = await createWorld({ bridge: { services: { book: () => booked } } });
  const book = serviceTask('book', { service: 'book' });
  await other.bridge.deploy(draw([book, apply], 'start > book > apply > end'));
  const { instanceId } = await other.bridge.start('leave', { initiator: 'anna' });
  const late = [boundary('late', 'check', timer('P1D')), end('gone')];
  const xml = draw([book, check, ...late], 'start > book > check > end; late > gone');
  const { definitionId: to } = await other.bridge.deploy(xml);
  expect((await other.bridge.instances.migrate({ to, instanceIds: [instanceId] })).instances).toMatchObject([
    { outcome: 'migrated' },
  ]);
  finish();
  await other.bridge.idle();
  expect(other.pending()).toEqual(['bo:check']);
  expect((await other.bridge.instances.get(instanceId))?.wakeAt).not.toBeNull();
});

test('what cannot be migrated at all is refused at once', async () => {
  const from = await deploy(FIRST);
  const instanceId = await begin();
  const { instances } = world.bridge;
  await expect(instances.migrate({ to: 'none', instanceIds: [instanceId] })).rejects.toMatchObject({
    code: 'ERR_PROCESS_UNKNOWN',
  });
  await expect(instances.migrate({ to: from, from: 'none' })).rejects.toMatchObject({
    code: 'ERR_PROCESS_UNKNOWN',
    message: 'There is no definition none to migrate from: definitions.list has those that there are.',
  });
  await expect(instances.migrate({ to: from })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  await expect(instances.migrate({ to: from, instanceIds: ['none'] })).rejects.toMatchObject({
    code: 'ERR_INSTANCE_UNKNOWN',
  });
  const { definitionId: travel } = await world.bridge.deploy(
    processFile([start(), end()], 'start > end', { id: 'travel' }),
  );
  expect((await instances.migrate({ to: travel, instanceIds: [instanceId] })).instances).toMatchObject([
    { refusals: [{ reason: 'other-process' }] },
  ]);
  await world.bridge.terminate(instanceId);
  const second = await deploy(SECOND);
  expect((await instances.migrate({ to: second, instanceIds: [instanceId] })).instances).toMatchObject([
    { refusals: [{ reason: 'ended' }] },
  ]);
});
