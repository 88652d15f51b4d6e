/** Whatever became of what is stored of an instance: it can be suspended, and ended, and people's lists show it. */
import { describe, expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { stageOfEachTest } from '../operations/stage.ts';

const stage = stageOfEachTest();

/** Anna files it, then Bo and Chen check at the same time. */
const BOTH_CHECK = draw({
  id: 'both',
  people: { file: 'anna', first: 'bo', second: 'chen' },
  parallel: 'fork join',
  paths: 'start > file > fork > first > join > end; fork > second > join',
});

const DAMAGES: Readonly<Record<string, string>> = {
  'a snapshot that is no JSON': `update instances set snapshot = 'lost'`,
  'a snapshot without its tokens': `update instances set snapshot = json_set(snapshot, '$.net', json('{}'))`,
  'a snapshot of another version': `update instances set snapshot = json_set(snapshot, '$.version', 99)`,
  'a definition that is another file': `update definitions set xml = '<definitions/>'`,
};

async function begin(damage: string): Promise<string> {
  await stage.world.bridge.deploy(BOTH_CHECK);
  const { instanceId } = await stage.world.bridge.start('both', { initiator: 'anna' });
  await stage.world.bridge.idle();
  expect(await stage.world.press('anna', 'file')).toBe(0);
  stage.file.run(DAMAGES[damage] ?? '');
  await stage.world.reopen();
  return instanceId;
}

const statesOf = async (instanceId: string) =>
  (await stage.world.bridge.tasks.list({ instanceId })).map(({ nodeId, state }) => `${nodeId} ${state}`);

describe.each(Object.keys(DAMAGES))('%s', (damage) => {
  test.each([
    ['terminate', 'terminated', 'TERMINATED'],
    ['revoke', 'revoked', 'RECALL'],
  ] as const)('%s ends it, and the center is told', async (operation, status, state) => {
    const instanceId = await begin(damage);
    expect(await stage.world.bridge[operation](instanceId)).toMatchObject({ kind: 'applied' });
    await stage.world.bridge.idle();
    expect(await stage.world.bridge.instances.get(instanceId)).toMatchObject({ status });
    expect(await statesOf(instanceId)).toEqual(['file FINISH', `first ${state}`, `second ${state}`]);
    expect(stage.world.reports().slice(-2)).toEqual(['second none', 'first end']);
    expect(stage.world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
    expect(
      stage.world.log.filter(({ message }) => message.endsWith('it was stopped in its stored state')),
    ).toMatchObject([{ level: 'warn', fields: { instanceId, trigger: 'end' } }]);
  });

  test('it can be suspended, and then ended', async () => {
    const instanceId = await begin(damage);
    expect(await stage.world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
    expect(await stage.world.bridge.instances.get(instanceId)).toMatchObject({ status: 'suspended' });
    expect(await statesOf(instanceId)).toEqual(['file FINISH', 'first SUSPENDED', 'second SUSPENDED']);
    expect(await stage.world.bridge.terminate(instanceId)).toMatchObject({ kind: 'applied' });
    expect(await stage.world.bridge.instances.get(instanceId)).toMatchObject({ status: 'terminated' });
  });
});

test('one that was suspended without its definition goes on once that is there again', async () => {
  const instanceId = await begin('a definition that is another file');
  expect(await stage.world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
  await expect(stage.world.bridge.activate(instanceId)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  await stage.world.bridge.deploy(BOTH_CHECK);
  expect(await stage.world.bridge.activate(instanceId)).toMatchObject({ kind: 'applied' });
  expect(await stage.world.press('bo', 'first')).toBe(0);
  expect(await stage.world.press('chen', 'second')).toBe(0);
  expect(await stage.world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});

test('one that is not damaged is ended without its engine by force, and the history says for whom', async () => {
  const { bridge } = stage.world;
  await bridge.deploy(BOTH_CHECK);
  const { instanceId } = await bridge.start('both', { initiator: 'anna' });
  await bridge.idle();
  expect(await bridge.terminate(instanceId, { force: true, by: 'eva', reason: 'ordered twice' })).toMatchObject({
    kind: 'applied',
  });
  await bridge.idle();
  expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'terminated' });
  expect(await statesOf(instanceId)).toEqual(['file TERMINATED']);
  expect(stage.world.reports().slice(-1)).toEqual(['file end']);
  const history = await bridge.history({ instanceId });
  const ended = history.find(({ type }) => type === 'instance.ended');
  expect(ended?.data).toMatchObject({ as: 'terminated', by: 'eva', force: true });
  const action = history.find(({ type }) => type === 'action');
  expect(action?.data).toMatchObject({ type: 'BREAK_UP', opinions: null, reason: 'ordered twice', by: 'eva' });
  const [{ taskId = '' } = {}] = await bridge.tasks.list({ instanceId });
  expect(await bridge.tasks.get(taskId)).toMatchObject({ opinions: 'ordered twice' });
  expect(stage.world.log.map(({ fields }) => fields)).toContainEqual({
    ...{ event: 'step.stopped-as-stored', instanceId, trigger: 'end', code: null },
    reason: 'An operator asked for it.',
  });
  expect(await bridge.terminate(instanceId, { force: true })).toMatchObject({ kind: 'stale' });
  await expect(bridge.terminate(instanceId, { forced: true } as never)).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
  });
});
