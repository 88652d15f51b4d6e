/** The versions of a process: each can be read, started and, when nothing runs it, undeployed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const FIRST = processFile([start(), userTask('apply', { assignee: 'anna' }), end()], 'start > apply > end', {
  id: 'leave',
});
const SECOND = draw({ id: 'leave', people: { apply: 'anna', check: 'bo' }, paths: 'start > apply > check > end' });

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

async function deployBoth(): Promise<{ first: string; second: string }> {
  const { definitionId: first } = await world.bridge.deploy(FIRST);
  const { definitionId: second } = await world.bridge.deploy(SECOND);
  return { first, second };
}

test('each version can be listed, read with its file, and started', async () => {
  const { first, second } = await deployBoth();
  const { instanceId } = await world.bridge.start('leave', { initiator: 'anna', definitionId: first });
  await world.bridge.start('leave', { initiator: 'anna' });
  await world.bridge.idle();
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ definitionId: first });

  const listed = await world.bridge.definitions.list({ processId: 'leave' });
  expect(
    new Map(listed.map(({ definitionId, isLatest, openInstances }) => [definitionId, [isLatest, openInstances]])),
  ).toEqual(
    new Map([
      [first, [false, 1]],
      [second, [true, 1]],
    ]),
  );
  expect(await world.bridge.definitions.get(first)).toMatchObject({ definitionId: first, isLatest: false, xml: FIRST });
  expect(await world.bridge.definitions.get('leave')).toMatchObject({ definitionId: second, xml: SECOND });
  expect(await world.bridge.definitions.get('travel')).toBeUndefined();
});

test('a version of another process, or one that was never deployed, is not started', async () => {
  const { first } = await deployBoth();
  await world.bridge.deploy(processFile([start(), end()], 'start > end', { id: 'travel' }));
  for (const [processId, definitionId] of [
    ['travel', first],
    ['leave', 'none'],
  ] as const) {
    const started = world.bridge.start(processId, { initiator: 'anna', definitionId });
    await expect(started).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN', details: { processId, definitionId } });
  }
});

test('a version is undeployed when nothing runs it, and its ended instances keep their diagram', async () => {
  const { first, second } = await deployBoth();
  const { instanceId } = await world.bridge.start('leave', { initiator: 'anna', definitionId: first });
  await world.bridge.idle();
  await expect(world.bridge.definitions.undeploy(first)).rejects.toMatchObject({
    code: 'ERR_DEFINITION_IN_USE',
    details: { definitionId: first, processId: 'leave', openInstances: 1 },
  });
  expect(await world.press('anna', 'apply')).toBe(0);
  await world.bridge.definitions.undeploy(first);
  await expect(world.bridge.definitions.undeploy(first)).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
  const named = world.bridge.start('leave', { initiator: 'anna', definitionId: first });
  await expect(named).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
  expect(await world.bridge.diagram(instanceId)).toMatchObject({ xml: FIRST });

  const { undeploy } = world.bridge.definitions;
  await expect(undeploy(second, { by: '' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  await undeploy(second, { by: 'eva' });
  const undeployed = (await world.bridge.history()).filter(({ type }) => type === 'definition.undeployed');
  expect(undeployed.map(({ data }) => data)).toEqual([
    { definitionId: first, processId: 'leave' },
    { definitionId: second, processId: 'leave', by: 'eva' },
  ]);
  await expect(world.bridge.start('leave', { initiator: 'anna' })).rejects.toMatchObject({
    code: 'ERR_PROCESS_UNKNOWN',
  });
  await world.bridge.deploy(FIRST);
  expect(await world.bridge.definitions.get('leave')).toMatchObject({ definitionId: first, undeployedAt: null });
  await world.bridge.start('leave', { initiator: 'anna' });
});
