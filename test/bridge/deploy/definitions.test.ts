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

test('an old file that is deployed again, as by a pod that restarts, stays replaced until somebody asks for it', async () => {
  const { first, second } = await deployBoth();
  const logged = world.log.length;
  const lines = () => world.log.slice(logged);
  const begun = async () => {
    const { instanceId } = await world.bridge.start('leave', { initiator: 'anna' });
    return (await world.bridge.instances.get(instanceId))?.definitionId;
  };
  const again = await world.bridge.deploy(FIRST, { by: 'pod-1' });
  expect([again.definitionId, again.isLatest]).toEqual([first, false]);
  const [warning, ...others] = lines();
  expect([warning?.level, warning?.fields, others]).toEqual([
    'warn',
    { event: 'definition.kept-back', processId: 'leave', definitionId: first, latestId: second, by: 'pod-1' },
    [],
  ]);
  for (const way of ['makeLatest: true', 'definitions make-latest', 'start({ definitionId })'])
    expect(warning?.message).toContain(way);
  expect(await begun()).toBe(second);

  const { isLatest } = await world.bridge.deploy(FIRST, { makeLatest: true, by: 'release 1' });
  expect([isLatest, await begun()]).toEqual([true, first]);
  expect((await world.bridge.deploy(FIRST)).isLatest).toBe(true);
  await world.bridge.definitions.makeLatest(second, { by: 'eva' });
  await world.bridge.definitions.makeLatest(second);
  expect(await begun()).toBe(second);
  const told = lines().map(({ level, fields }) => [level, fields.event, fields.definitionId, fields.by]);
  expect(told.slice(1)).toEqual([
    ['info', 'definition.deployed', first, 'release 1'],
    ['info', 'definition.made-latest', second, 'eva'],
  ]);
  await expect(world.bridge.definitions.makeLatest('none')).rejects.toMatchObject({ code: 'ERR_PROCESS_UNKNOWN' });
  const history = await world.bridge.history({ instanceId: null });
  const here = expect.stringMatching(/^process \d+ on ./);
  expect(history.map(({ type, data }) => [type, data.definitionId, data.by])).toEqual([
    ['definition.deployed', first, here],
    ['definition.deployed', second, here],
    ['definition.kept-back', first, 'pod-1'],
    ['definition.deployed', first, 'release 1'],
    ['definition.made-latest', second, 'eva'],
  ]);
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
