/** Accounts and groups are given in the same forms everywhere: separated by commas, or as a list. */
import { expect, test } from 'vitest';
import { lintFiles } from '../../../src/model/index.ts';
import { draw } from '../../support/draw.ts';
import { createWorld } from '../world.ts';

const FILE = draw({ id: 'named', people: { a: 'bo', b: '' }, paths: 'start > a > b > end' });

test.each([
  ['a text', 'chen, dara'],
  ['a list', ['chen', 'dara', 'chen']],
])('%s names people in methods and options', async (_, names) => {
  await using world = await createWorld({ bridge: { defaults: { handlers: names, systemHandler: 'robot' } } });
  const { bridge } = world;
  await bridge.deploy(FILE);
  const { instanceId } = await bridge.start('named', { initiator: 'anna' });
  const first = `${instanceId}.1`;
  expect(await bridge.circulate(first, { from: 'bo', to: names })).toMatchObject({ kind: 'applied' });
  const circulated = (await bridge.history({ instanceId })).find(({ type }) => type === 'task.circulated');
  expect(circulated?.data).toMatchObject({ to: ['chen', 'dara'] });
  await bridge.reassign(first, { handlers: names });
  expect(await bridge.tasks.get(`${instanceId}.2`)).toMatchObject({ handlers: ['chen', 'dara'] });
  await bridge.reassign(`${instanceId}.2`, { handlingGroup: names });
  expect(await bridge.tasks.get(`${instanceId}.3`)).toMatchObject({ handlingGroups: ['chen', 'dara'] });
  await bridge.reassign(`${instanceId}.3`, { handlers: 'bo' });
  await bridge.press(`${instanceId}.4`, { account: 'bo' });
  // The diagram names nobody.
  expect(await bridge.tasks.get(`${instanceId}.5`)).toMatchObject({ handlers: ['chen', 'dara'] });
  expect(await lintFiles(FILE, { defaults: { handlers: names } })).toMatchObject({ isDeployable: true });
});

test('names and expressions stand in a list in any order', async () => {
  const handlers = ['=[manager, other]', 'ann'];
  await using world = await createWorld({ bridge: { defaults: { handlers, systemHandler: 'robot' } } });
  await world.bridge.deploy(FILE);
  const variables = { manager: 'chen', other: 'dara' };
  const { instanceId } = await world.bridge.start('named', { initiator: 'anna', variables });
  await world.bridge.press(`${instanceId}.1`, { account: 'bo' });
  expect(await world.bridge.tasks.get(`${instanceId}.2`)).toMatchObject({ handlers: ['chen', 'dara', 'ann'] });
});

test.each([[[]], [' , '], [['chen,dara']], [7]])('%j is refused', async (names) => {
  await using world = await createWorld();
  await expect(world.bridge.reassign('none', { handlers: names as never })).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
    message: expect.stringMatching(
      /must name at least one|must be names separated by commas, or a list|without a comma/,
    ),
  });
});
