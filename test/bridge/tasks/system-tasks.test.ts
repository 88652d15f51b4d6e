/** What the center and the service see while a process waits and nobody has to act. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchEvent, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SYSTEM = { systemTasks: true, defaults: { systemHandler: 'robot' } };
const WAITING = processFile(
  [start(), userTask('ask', { assignee: 'bo' }), catchEvent('later', timer('PT1H'), { name: 'Cool off' }), end()],
  'start > ask > later > end',
  { extensions: '<ttc:action name="Revoke" key="revoke" type="REVOKE"/>' },
);

let now = 0;
let world: World;
beforeEach(() => {
  now = Date.UTC(2026, 0, 5);
});
afterEach(() => world[Symbol.asyncDispose]());

async function begin(): Promise<string> {
  world = await createWorld({ bridge: { clock: () => now, ...SYSTEM } });
  const { instanceId } = await world.begin(WAITING);
  return instanceId;
}

async function pass(ms: number): Promise<void> {
  now += ms;
  await world.bridge.idle();
}

const transactionOf = () => world.sandbox.initiated('anna')[0];

describe('a process that waits after its last person', () => {
  it('is concluded in the center when it ends', async () => {
    await begin();
    await world.press('bo', 'ask');
    expect(transactionOf()?.state).toBe('running');
    expect(world.sandbox.pending('robot').map(({ nodeName }) => nodeName)).toEqual(['Cool off']);
    await pass(HOUR);
    expect(transactionOf()?.state).toBe('concluded');
    expect(world.sandbox.pending('robot')).toEqual([]);
    expect((await world.bridge.outbox.list()).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  it('shows a task that nobody can handle, hand over or reassign, and that lists and listeners leave out', async () => {
    const told: string[] = [];
    const instanceId = await begin();
    world.bridge.on('task.created', ({ nodeId }) => told.push(nodeId));
    await world.press('bo', 'ask');
    const [task] = await world.bridge.tasks.list({ system: true });
    expect(task).toMatchObject({ nodeId: 'later', nodeName: 'Cool off', handlers: ['robot'], isSystem: true });
    expect(await world.bridge.tasks.list({ instanceId, open: true })).toEqual([]);
    expect(told).toEqual([]);
    const taskId = task?.taskId ?? '';
    expect((await world.bridge.tasks.get(taskId))?.actions.map(({ type }) => type)).toEqual(['REVOKE']);
    expect(await world.bridge.transfer(taskId, { from: 'robot', to: 'bo' })).toMatchObject({ kind: 'forbidden' });
    expect(await world.bridge.reassign(taskId, { handlers: ['bo'] })).toMatchObject({ kind: 'forbidden' });
    const pressing = world.bridge.press(taskId, { account: 'robot' });
    await expect(pressing).rejects.toThrow('has no button that a press without a name could mean.');
  });

  it('is suspended and activated with its process', async () => {
    const instanceId = await begin();
    await world.press('bo', 'ask');
    const stateOf = async () => (await world.bridge.tasks.list({ system: true })).map(({ state }) => state);
    await world.bridge.suspend(instanceId);
    expect(await stateOf()).toEqual(['SUSPENDED']);
    await world.bridge.activate(instanceId);
    expect(await stateOf()).toEqual(['IN_PROGRESS']);
  });

  it('fails no step because of a text of the transaction', async () => {
    let isBroken = false;
    const title = () => {
      if (isBroken) throw new Error('the directory is gone');
      return 'A wait';
    };
    const expressions = { functions: { title } };
    world = await createWorld({ bridge: { clock: () => now, ...SYSTEM, expressions } });
    const named = processFile(
      [start(), userTask('ask', { assignee: 'bo' }), catchEvent('later', timer('PT1H')), end()],
      'start > ask > later > end',
      { attributes: { 'ttc:transactionName': '${title()}' } },
    );
    await world.begin(named);
    isBroken = true;
    expect(await world.press('bo', 'ask')).toBe(0);
    expect(world.sandbox.pending('robot')).toHaveLength(1);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('is revoked by its button, by the initiator', async () => {
    const instanceId = await begin();
    await world.press('bo', 'ask');
    const [task] = await world.bridge.tasks.list({ system: true });
    expect(await world.bridge.press(task?.taskId ?? '', { account: 'bo', action: 'revoke' })).toMatchObject({
      kind: 'forbidden',
    });
    await world.sandbox.press(task?.taskId ?? '', { action: 'Revoke', account: 'anna' });
    await world.bridge.idle();
    expect((await world.bridge.instances.get(instanceId))?.status).toBe('revoked');
    expect(transactionOf()?.state).not.toBe('running');
    expect((await world.bridge.tasks.get(task?.taskId ?? ''))?.state).toBe('RECALL');
  });
});

describe('a center that refuses it', () => {
  it('has the press as reported; nothing is parked, and the process goes on', async () => {
    const instanceId = await begin();
    world.sandbox.faults.add({ fault: 'creation-failure', code: 400, next: 1, calls: ['taskHandle'] });
    await world.press('bo', 'ask');
    expect((await world.bridge.outbox.list()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(world.log.filter(({ fields }) => fields.event === 'system-task.refused')).toMatchObject([
      { level: 'warn', fields: { instanceId } },
    ]);
    expect(await world.bridge.history({ instanceId, type: 'system-task.refused' })).toMatchObject([
      { data: { seq: 2, taskId: `${instanceId}.2`, reason: expect.stringContaining('400') } },
    ]);
    expect(await world.bridge.tasks.list({ system: true, open: true })).toEqual([]);
    await pass(HOUR);
    expect((await world.bridge.instances.get(instanceId))?.status).toBe('ended');
    expect((await world.bridge.outbox.list()).at(-1)?.state).not.toBe('parked');
  });

  it('holds nothing up if its answer was lost: what follows is for a person to check', async () => {
    world = await createWorld({
      bridge: { clock: () => now, ...SYSTEM, defaults: { systemHandler: 'nobody' } },
      sandbox: { switches: { unknownHandlers: 'refuse' } },
    });
    await world.begin(
      processFile(
        [
          start(),
          userTask('ask', { assignee: 'bo' }),
          catchEvent('later', timer('PT1H')),
          userTask('confirm', { assignee: 'chen' }),
          end(),
        ],
        'start > ask > later > confirm > end',
      ),
    );
    world.sandbox.faults.add({ fault: 'reset-after', next: 1, calls: ['taskHandle'] });
    await world.press('bo', 'ask');
    await pass(MINUTE);
    const states = async () => (await world.bridge.outbox.list()).map(({ state }) => state);
    expect(await states()).toEqual(['delivered', 'unconfirmed']);
    await pass(HOUR);
    expect(await states()).toEqual(['delivered', 'unconfirmed', 'unconfirmed']);
    await world.press('chen', 'confirm');
    expect((await states()).at(-1)).toBe('delivered');
  });

  it('is not asked again for this instance', async () => {
    const instanceId = await begin();
    world.sandbox.faults.add({ fault: 'creation-failure', code: 400, next: 1, calls: ['taskHandle'] });
    await world.press('bo', 'ask');
    await world.bridge.setVariables(instanceId, { paid: true });
    await world.bridge.idle();
    expect(world.sandbox.pending('robot')).toEqual([]);
    expect(await world.bridge.outbox.list()).toHaveLength(2);
  });
});

describe('a report that is held back', () => {
  it('says what it waits for, and until when', async () => {
    const pay = draw({ id: 'paying', people: { ask: 'bo' }, services: 'pay', paths: 'start > ask > pay > end' });
    let answer: (() => void) | undefined;
    const services = { pay: () => new Promise<undefined>((done) => (answer = () => done(undefined))) };
    world = await createWorld({ bridge: { clock: () => now, ...SYSTEM, services } });
    const { processId } = await world.bridge.deploy(pay);
    await world.bridge.start(processId, { initiator: 'anna' });
    const { taskId } = await vi.waitFor(() => ({ taskId: world.taskOf('bo', 'ask') }));
    await world.sandbox.press(taskId, { action: 'Handle', account: 'bo' });
    const waiting = await vi.waitFor(async () => {
      const task = await world.bridge.tasks.get(taskId);
      expect(task?.reportWait).not.toBeNull();
      return task;
    });
    expect(waiting).toMatchObject({
      report: null,
      reportWait: { nodeId: 'pay', nodeName: 'pay', until: now + 10_000 },
    });
    await vi.waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await world.bridge.idle();
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ report: { status: 'end' }, reportWait: null });
  });
});
