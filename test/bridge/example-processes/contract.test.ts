/** The example process contract.bpmn: what people do to a contract beside drafting, reviewing and signing it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

const CONTRACT = new URL('../../../processes/contract.bpmn', import.meta.url);

let world: World;
let instanceId: string;

describe.each(['bridge', 'plugin', 'recovered plugin'] as const)('by a %s', (runtime) => {
  beforeEach(async () => {
    world = await createWorld({ runtime });
    await world.bridge.deploy(CONTRACT);
    const variables = { reviewer: 'bo', manager: 'dara' };
    ({ instanceId } = await world.bridge.start('contract', { initiator: 'anna', variables }));
    await world.bridge.idle();
    await world.press('anna', 'draft');
  });
  afterEach(() => world[Symbol.asyncDispose]());

  /** Presses a button of the initiated list. */
  async function pressAsInitiator(action: string): Promise<number> {
    const [transaction] = world.sandbox.initiated('anna');
    const task = transaction?.tasks.find(({ nodeId }) => nodeId === 'review');
    const { body } = await world.sandbox.press(task?.taskId ?? '', { action, account: 'anna' });
    await world.bridge.idle();
    return (body as { code: number }).code;
  }

  test('the reviewer gives it to a colleague on a page, who hands it to the manager, and it is concluded', async () => {
    const taskId = world.taskOf('bo', 'review');
    const { opened } = await world.sandbox.press(taskId, { action: 'Transfer', account: 'bo' });
    expect(opened).toBe(`https://contracts.example/transfer/${taskId}`);
    // What the page does, once the reviewer has chosen a colleague there.
    expect(await world.bridge.transfer(taskId, { from: 'bo', to: 'chen' })).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    expect(await world.press('chen', 'review', 'Hand to the manager')).toBe(0);
    expect(world.pending()).toEqual(['dara:review']);
    await world.press('dara', 'review');
    await world.press('dara', 'sign');
    expect(world.reports()).toEqual([
      'start next draft',
      'draft next review',
      'review next review',
      'review next review',
      'review next sign',
      'sign end',
    ]);
    expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
  });

  test('it is suspended and activated by who reviews it, and nothing moves in between', async () => {
    expect(await world.press('bo', 'review', 'Suspend')).toBe(0);
    expect(await world.press('bo', 'review')).toBe(423);
    expect(await world.press('bo', 'review', 'Activate')).toBe(0);
    expect(await world.press('bo', 'review')).toBe(0);
    expect(world.pending()).toEqual(['dara:sign']);
  });

  test('who wants it urges, as often as wanted: the manager sees to it, and the review goes on', async () => {
    expect(await pressAsInitiator('Urge')).toBe(0);
    expect(world.pending()).toEqual(['bo:review', 'dara:see-to-it']);
    await world.press('dara', 'see-to-it');
    expect(await pressAsInitiator('Urge')).toBe(0);
    expect(world.pending()).toEqual(['bo:review', 'dara:see-to-it']);
    await world.press('bo', 'review');
    await world.press('dara', 'sign');
    await world.press('dara', 'see-to-it');
    expect(world.pending()).toEqual([]);
    expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
    expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
  });

  test.each([
    ['Withdraw', 'revoked', 'RECALL', 'recalled'],
    ['Abort', 'terminated', 'TERMINATED', 'terminated'],
  ] as const)('%s ends it for everybody: it is %s', async (label, status, state, inTheCenter) => {
    const taskId = world.taskOf('bo', 'review');
    expect(await pressAsInitiator(label)).toBe(0);
    expect(world.pending()).toEqual([]);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status });
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state });
    expect(world.sandbox.task(taskId)).toMatchObject({ state: inTheCenter });
    expect(await pressAsInitiator(label)).toBe(2005);
  });
});
