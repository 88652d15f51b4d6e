/** Nobody signs for another because candidates are written beside the assignee of a countersign. */
import { expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld } from '../world.ts';

test('each task is its signer’s; candidates come in where no signer is named', async () => {
  await using world = await createWorld();
  const sign = userTask('sign', {
    assignee: '${who}',
    users: 'emil',
    multiInstance: { collection: '${people}', elementVariable: 'who' },
  });
  await world.bridge.deploy(processFile([start(), sign, end()], 'start > sign > end', { id: 'contract' }));
  const variables = { people: ['bo', 'chen', ''] };
  await world.bridge.start('contract', { initiator: 'anna', variables });
  await world.bridge.idle();
  expect((await world.bridge.tasks.list()).map(({ handlers }) => handlers)).toEqual([['bo'], ['chen'], ['emil']]);
  for (const who of ['bo', 'chen', 'emil']) expect(await world.press(who, 'sign')).toBe(0);
  expect(world.reports()).toEqual(['start next sign,sign,sign', 'sign none', 'sign none', 'sign end']);
});
