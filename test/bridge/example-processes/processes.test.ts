import { describe, expect, test } from 'vitest';
import { createWorld } from '../world.ts';

const leave = new URL('../../../processes/leave-approval.bpmn', import.meta.url);
const purchase = new URL('../../../processes/purchase.bpmn', import.meta.url);

describe.each([
  [{ noneKeepsPending: false }, 'bridge'],
  [{ noneKeepsPending: true }, 'bridge'],
  [{ noneKeepsPending: false }, 'plugin'],
  [{ noneKeepsPending: true }, 'recovered plugin'],
] as const)('in a center where %o, by a %s', (switches, runtime) => {
  test('a long leave is sent back once, then approved by manager and director', async () => {
    await using world = await createWorld({ runtime, sandbox: { switches } });
    const { bridge, sandbox } = world;
    await bridge.deploy(leave);
    const { instanceId } = await bridge.start('leave-approval', {
      initiator: 'anna',
      variables: { manager: 'bo', days: 5 },
    });
    await bridge.idle();
    expect(world.pending()).toEqual(['anna:apply']);

    expect(await world.press('anna', 'apply')).toBe(0);
    expect(await world.press('bo', 'manager-approval', 'Reject')).toBe(0);
    expect(world.pending()).toEqual(['anna:apply']);
    expect(await world.press('anna', 'apply')).toBe(0);
    expect(await world.press('bo', 'manager-approval', 'Approve')).toBe(0);
    expect(world.pending()).toEqual(['dara:director-approval']);
    expect(await world.press('dara', 'director-approval', 'Approve')).toBe(0);

    expect(world.reports()).toEqual([
      'start next apply',
      'apply next manager-approval',
      'manager-approval next apply',
      'apply next manager-approval',
      'manager-approval next director-approval',
      'director-approval end',
    ]);
    expect(world.pending()).toEqual([]);
    expect(sandbox.transactions()).toHaveLength(1);
    expect(sandbox.transactions()[0]?.conclusions).toHaveLength(1);
    expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    expect(await bridge.outbox.list({ instanceId })).toSatisfy((rows: { state: string }[]) =>
      rows.every(({ state }) => state === 'delivered'),
    );
    expect(await bridge.incidents.list()).toEqual([]);
  });

  test('a purchase is checked by two departments at once, signed by three and ordered', async () => {
    const orders: unknown[] = [];
    await using world = await createWorld({
      runtime,
      sandbox: { switches },
      bridge: { services: { 'place-order': ({ idempotencyKey }) => void orders.push(idempotencyKey) } },
    });
    const { bridge, sandbox } = world;
    await bridge.deploy(purchase);
    await bridge.start('purchase', { initiator: 'anna', variables: { signers: ['bo', 'chen', 'dara'] } });
    await bridge.idle();
    await world.press('anna', 'request');
    // A group task is in the list of each of its members.
    expect(world.pending()).toEqual(['emil:legal-check', 'fatima:finance-check', 'gu:legal-check', 'gu:finance-check']);
    await world.press('fatima', 'finance-check');
    await world.press('gu', 'legal-check');
    await world.press('chen', 'sign');
    await world.press('bo', 'sign');
    expect(orders).toEqual([]);
    await world.press('dara', 'sign');
    expect(orders).toHaveLength(1);
    expect(world.reports()).toEqual([
      'start next request',
      'request next legal-check,finance-check',
      'finance-check none',
      'legal-check next sign,sign,sign',
      'sign none',
      'sign none',
      'sign end',
    ]);
    expect(sandbox.transactions()[0]?.conclusions).toHaveLength(1);
  });
});
