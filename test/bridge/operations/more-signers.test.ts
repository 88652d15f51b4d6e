/** Others sign too: what is set, and what is refused. The reports are told by the stories `more-signers`. */
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const decided = (flows: readonly string[], process = 'p') =>
  draw({
    id: process,
    people: { check: 'bo', pay: 'emil' },
    exclusive: 'which',
    paths: ['start > check > which', ...flows.map((label) => `which >"${label}" pay > end`)].join('\n'),
  });

async function open(xml: string): Promise<{ world: World; taskId: (number: number) => string }> {
  const world = await createWorld({ bridge: { defaults: { allow: ['addSigners'] } } });
  const { instanceId } = await world.begin(xml);
  return { world, taskId: (number) => `${instanceId}.${number}` };
}

test('each who signs sets the variables of the form, and the last one decides', async () => {
  const { world, taskId } = await open(decided(['Yes', 'No']));
  await using _ = world;
  const { bridge } = world;
  const variables = () => bridge.instances.variables(taskId(1).slice(0, -2));
  const signersAfter = { to: 'chen' };
  const press = { account: 'bo', action: 'Yes', opinions: 'fine', variables: { amount: 1 } };
  expect(await bridge.press(taskId(1), { ...press, signersAfter })).toMatchObject({ kind: 'applied' });
  expect(await bridge.press(taskId(1), press)).toMatchObject({ kind: 'stale' });
  await bridge.idle();
  expect(await variables()).toEqual({ initiator: 'anna', amount: 1 });
  expect(await bridge.tasks.get(taskId(2))).toMatchObject({
    panel: { asked: { kind: 'after', taskId: taskId(1) } },
    actions: [{ name: 'Yes' }, { name: 'No' }],
  });
  await bridge.press(taskId(2), { account: 'chen', action: 'No', variables: { amount: 2 } });
  expect(await variables()).toMatchObject({ amount: 2, handler: 'chen', opinions: null });
});

test('what nobody can sign is refused', async () => {
  const { world, taskId } = await open(decided(['Yes', 'No']));
  await using _ = world;
  const { bridge } = world;
  expect(await bridge.addSigners(taskId(1), { from: 'bo', to: 'chen', position: 'beside' })).toEqual({
    kind: 'invalid',
    message: 'this task has several buttons: others can be asked before or after, not beside',
  });
  for (const options of [{ to: 'chen' }, { from: 'bo', to: 'chen', rule: 'any' as const }])
    await expect(bridge.addSigners(taskId(1), { ...options, position: 'beside' })).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
  expect(world.pending()).toEqual(['bo:check']);
});
