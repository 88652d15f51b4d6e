/** Others sign too: what is set, and what is refused. The reports are told by the stories `more-signers`. */
import { expect, test } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import { userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { createWorld } from '../world.ts';

const decided = (flows: readonly string[], process = 'p') =>
  draw({
    id: process,
    people: { check: 'bo', pay: 'emil' },
    exclusive: 'which',
    paths: ['start > check > which', ...flows.map((label) => `which >"${label}" pay > end`)].join('\n'),
  });

async function open(xml: string, variables = {}, bridge: Partial<BridgeOptions> = {}) {
  const world = await createWorld({ bridge: { ...bridge, defaults: { allow: ['addSigners'] } } });
  const { instanceId } = await world.begin(xml, { variables });
  return { world, taskId: (number: number) => `${instanceId}.${number}` };
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

test('what all who sign enter is there for the mappings of the task', async () => {
  const mapped = draw({
    people: { pay: 'emil' },
    others: [
      userTask('check', {
        assignee: 'bo',
        extensions:
          '<camunda:inputOutput><camunda:inputParameter name="amount">${start}</camunda:inputParameter>' +
          '<camunda:outputParameter name="agreed">${amount}</camunda:outputParameter></camunda:inputOutput>',
      }),
    ],
    paths: 'start > check > pay > end',
  });
  const { world, taskId } = await open(mapped, { start: 100 });
  await using _ = world;
  const { bridge } = world;
  await bridge.press(taskId(1), { account: 'bo', variables: { amount: 5 }, signersAfter: { to: 'chen' } });
  await bridge.press(taskId(2), { account: 'chen' });
  expect(await bridge.instances.variables(taskId(1).slice(0, -2))).toMatchObject({ agreed: 5 });
});

const countersigned = (completion: string) =>
  draw({
    people: { pay: 'emil' },
    others: [countersign('sign', { completion })],
    paths: 'start > sign > pay > end',
  });

test('of the signers whom a task has added, those are recalled who are needed no more; then it is decided', async () => {
  const { world, taskId } = await open(countersigned('50%'), { signers: ['bo', 'chen', 'dara'] });
  await using _ = world;
  const { bridge } = world;
  await bridge.addSigners(taskId(1), { from: 'bo', to: ['gu', 'fatima'], position: 'countersign' });
  await bridge.idle();
  await world.press('bo', 'sign');
  await world.press('chen', 'sign');
  expect(await bridge.recall(taskId(1), { account: 'bo' })).toMatchObject({ kind: 'applied' });
  await bridge.idle();
  expect(world.pending()).toEqual(['emil:pay']);
});

test('a signer who was added, and asks others, is recalled with them', async () => {
  const { world, taskId } = await open(countersigned('all'), { signers: ['bo'] });
  await using _ = world;
  const { bridge } = world;
  await bridge.addSigners(taskId(1), { from: 'bo', to: 'dara', position: 'countersign' });
  await bridge.addSigners(taskId(3), { from: 'dara', to: ['gu', 'fatima'] });
  expect(await bridge.recall(taskId(1), { account: 'bo' })).toMatchObject({ kind: 'applied' });
  await bridge.idle();
  expect(world.pending()).toEqual(['bo:sign']);
  await world.press('bo', 'sign');
  expect(world.pending()).toEqual(['emil:pay']);
});

test('the part of who has others beside stays with whom it was given to', async () => {
  const { world, taskId } = await open(draw({ people: { check: 'bo' }, paths: 'start > check > end' }));
  await using _ = world;
  const { bridge } = world;
  await bridge.addSigners(taskId(1), { from: 'bo', to: 'chen', position: 'beside' });
  await bridge.transfer(taskId(2), { from: 'bo', to: 'fatima' });
  await bridge.recall(taskId(1), { account: 'bo' });
  await bridge.idle();
  expect(world.pending()).toEqual(['fatima:check']);
});

test('who acts for one who signs after it does not sign twice in a countersign', async () => {
  const acting = draw({
    people: { pay: 'emil' },
    others: [countersign('sign', { attributes: { 'ttc:canDelegate': '1' } })],
    paths: 'start > sign > pay > end',
  });
  const identity = { isMember: () => false, mayActFor: (account: string) => account === 'chen' };
  const { world, taskId } = await open(acting, { signers: ['bo', 'chen'] }, { identity });
  await using _ = world;
  const { bridge } = world;
  await bridge.press(taskId(1), { account: 'bo', signersAfter: { to: ['gu', 'fatima'] } });
  for (const number of [3, 4])
    expect(await bridge.press(taskId(number), { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
});

test('more signers than a countersign may have are refused', async () => {
  const { world, taskId } = await open(countersigned('all'), { signers: ['bo'] }, { limits: { multiInstance: 2 } });
  await using _ = world;
  const add = (to: readonly string[]) =>
    world.bridge.addSigners(taskId(1), { from: 'bo', to: [...to], position: 'countersign' });
  expect(await add(Array.from({ length: 21 }, (_each, at) => `n${at}`))).toMatchObject({ kind: 'invalid' });
  expect(await add(['chen', 'dara'])).toMatchObject({ kind: 'invalid' });
  expect(await add(['chen'])).toMatchObject({ kind: 'applied' });
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
