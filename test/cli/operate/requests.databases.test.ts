/** What an operator asks of instances from a shell, and a service fulfils: now, or when it starts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { DATABASE } from '../../support/tier.ts';
import { createOperated, type Operated } from './operated.ts';

describe(`on ${DATABASE}`, () => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(DATABASE);
  });
  afterEach(() => operated[Symbol.asyncDispose]());

  const eventually = <T>(read: () => Promise<T>) => expect.poll(read);
  const statusOf = async (instanceId: string) => (await operated.bridge.instances.get(instanceId))?.status;
  const dataOf = async (instanceId: string, type: string) =>
    (await operated.bridge.history({ instanceId, type })).map(({ data }) => data);
  const handlersOf = async (instanceId: string) =>
    (await operated.bridge.tasks.list({ instanceId, open: true })).flatMap(({ handlers }) => handlers);

  test('an instance is suspended and activated; what cannot be done is in its history with the reason', async () => {
    const instanceId = await operated.startPlain();
    const suspend = await operated.operate('instances', 'suspend', instanceId, '--reason', 'an audit', '--by', 'eva');
    expect(suspend).toMatchObject({ code: 0, out: expect.stringContaining('requested') });
    await eventually(() => statusOf(instanceId)).toBe('suspended');
    expect(await dataOf(instanceId, 'operation.requested')).toEqual([
      { operation: 'instances.suspend', by: 'eva', reason: 'an audit' },
    ]);
    expect(await dataOf(instanceId, 'action')).toMatchObject([{ type: 'HANG_UP', by: 'eva', reason: 'an audit' }]);
    expect(await operated.operate('instances', 'activate', instanceId, '--by', 'eva')).toMatchObject({ code: 0 });
    await eventually(() => statusOf(instanceId)).toBe('running');
    expect(await operated.operate('instances', 'activate', instanceId, '--by', 'eva')).toMatchObject({ code: 0 });
    await eventually(() => dataOf(instanceId, 'operation.refused')).toEqual([
      { operation: 'instances.activate', by: 'eva', reason: expect.stringMatching(/./) },
    ]);
    expect(await operated.bridge.incidents.list({ open: true })).toEqual([]);
    expect((await operated.read('instances', 'show', instanceId)).out).toContain('operation.refused');
    const unknown = await operated.operate('instances', 'suspend', 'x');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('ERR_INSTANCE_UNKNOWN') });
  });

  test('variables are set once each, also those asked for while no service runs; their values are told nowhere', async () => {
    const instanceId = await operated.startPlain();
    const set = (variables: string) =>
      operated.operateAndRestart('instances', 'set-variables', instanceId, '--variables', variables, '--by', 'eva');
    expect(await set('{"salary": 4711')).toEqual({ code: 2, out: '', err: '--variables: must be a JSON object.\n' });
    expect(await set('{"salary": 4711}')).toMatchObject({ code: 0 });
    expect(await set('{"days": 3}')).toMatchObject({ code: 0 });
    await eventually(() => operated.bridge.instances.variables(instanceId)).toMatchObject({ salary: 4711, days: 3 });
    expect(await dataOf(instanceId, 'instance.variables-set')).toEqual([
      { names: ['salary'], by: 'eva' },
      { names: ['days'], by: 'eva' },
    ]);
    expect(JSON.stringify(await operated.bridge.history({ instanceId }))).not.toContain('4711');
    expect(await operated.bridge.jobs.list({ state: 'queued' })).toEqual([]);
  });

  test('a task, or all of a person, are given to somebody else', async () => {
    const ids = [await operated.startPlain(), await operated.startPlain(), await operated.startPlain()];
    const [first = '', ...rest] = ids;
    const reassign = ['tasks', 'reassign', '--reason', 'ill', '--by', 'eva'];
    expect(await operated.operate(...reassign, `${first}.1`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('give one of handlers and handlingGroup'),
    });
    expect(await operated.operate(...reassign, `${first}.1`, '--handlers', 'carol')).toMatchObject({ code: 0 });
    await eventually(() => handlersOf(first)).toEqual(['carol']);
    const several = [...reassign, '--handler', 'bo', '--handlers', 'dara, eva'];
    expect(await operated.operate(...several)).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 open tasks.\nNothing was changed'),
    });
    expect(await operated.operate(...several, '--yes')).toMatchObject({ code: 0 });
    for (const id of rest) await eventually(() => handlersOf(id)).toEqual(['dara', 'eva']);
    expect(await handlersOf(first)).toEqual(['carol']);
    expect(await operated.operate(...reassign, `${first}.1`, '--handlers', 'bo')).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is closed'),
    });
  });

  test('one who was asked for an opinion is recalled, and then all by the task that was closed for them', async () => {
    const instanceId = await operated.startPlain();
    await operated.bridge.addSigners(`${instanceId}.1`, { to: ['carol', 'dara', 'eva'] });
    const recall = (number: number, ...more: string[]) =>
      operated.operate('tasks', 'recall', `${instanceId}.${number}`, '--by', 'otto', ...more);
    expect(await recall(2)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    expect(await recall(2, '--reason', 'on leave')).toMatchObject({ code: 0 });
    await eventually(() => handlersOf(instanceId)).toEqual(['dara', 'eva']);
    expect(await recall(1, '--reason', 'decided by phone')).toMatchObject({ code: 0 });
    await eventually(() => handlersOf(instanceId)).toEqual(['bo']);
    expect(await dataOf(instanceId, 'action')).toMatchObject([
      { type: 'TRANSFER' },
      { type: 'HANDLEDR', by: 'otto', reason: 'on leave' },
      { type: 'HANDLEDR', by: 'otto', reason: 'decided by phone' },
    ]);
    expect(await recall(1, '--reason', 'late')).toMatchObject({ code: 0 });
    await eventually(() => dataOf(instanceId, 'operation.refused')).toEqual([
      { operation: 'tasks.recall', by: 'otto', reason: expect.stringContaining('nobody is asked with this task') },
    ]);
  });

  test('instances go on in another version of their process, one or all that the options choose', async () => {
    const ids = [await operated.startPlain(), await operated.startPlain()];
    const [first = '', second = ''] = ids;
    const { definitionId: to } = await operated.bridge.deploy(
      processFile(
        [start(), userTask('check', { assignee: 'bo' }), userTask('pay', { assignee: 'chen' }), end()],
        'start > check > pay > end',
        { id: 'plain' },
      ),
    );
    const definitionOf = async (id: string) => (await operated.bridge.instances.get(id))?.definitionId;
    const from = (await definitionOf(first)) ?? '';
    const migrate = ['instances', 'migrate', '--to', to, '--by', 'eva'];
    expect(await operated.operate('instances', 'migrate', first, '--to', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_PROCESS_UNKNOWN'),
    });
    expect(await operated.operate(...migrate, first)).toMatchObject({ code: 0 });
    await eventually(() => definitionOf(first)).toBe(to);
    expect(await operated.operate(...migrate, '--definition', from, '--yes')).toMatchObject({ code: 0 });
    await eventually(() => definitionOf(second)).toBe(to);
    expect(await dataOf(second, 'instance.migrated')).toMatchObject([{ from, to, by: 'eva' }]);
    expect(await operated.operate('definitions', 'undeploy', '--process', 'plain', '--yes')).toMatchObject({
      code: 0,
      out: '1 definition undeployed.\n',
    });
    expect(await operated.bridge.definitions.get(from)).toMatchObject({ undeployedAt: expect.any(Number) });
  });

  test('several instances are terminated, after their number', async () => {
    const ids = [await operated.startPlain(), await operated.startPlain()];
    const terminate = ['instances', 'terminate', '--process', 'plain', '--reason', 'ordered twice', '--by', 'eva'];
    expect(await operated.operate(...terminate)).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 open instances.\nNothing was changed'),
    });
    expect(await operated.operate(...terminate, '--yes')).toMatchObject({ code: 0 });
    for (const id of ids) await eventually(() => statusOf(id)).toBe('terminated');
    expect(await operated.operate('instances', 'terminate', '--reason', 'no')).toMatchObject({ code: 2 });
  });
});
