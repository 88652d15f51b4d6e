/** `instances` and `definitions`: what an operator looks through. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { DATABASE } from '../../support/tier.ts';
import { createOperated, type Operated } from './operated.ts';

describe(`on ${DATABASE}, beside the service`, () => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(DATABASE);
  });
  afterEach(() => operated[Symbol.asyncDispose]());

  const json = async (...args: string[]) => JSON.parse((await operated.read(...args, '--json')).out);

  test('instances: by process, status, initiator and business key, page by page', async () => {
    const ids = [await operated.startPlain(), await operated.startPlain(), await operated.startBooking()];
    const { instanceId } = await operated.bridge.start('plain', { initiator: 'eva', businessKey: 'B-7' });
    const found = async (...flags: string[]) =>
      (await json('instances', 'list', ...flags)).map((each: { instanceId: string }) => each.instanceId);
    expect(await found()).toHaveLength(4);
    expect(await found('--process', 'booking')).toEqual([ids[2]]);
    expect(await found('--initiator', 'eva')).toEqual([instanceId]);
    expect(await found('--business-key', 'B-7')).toEqual([instanceId]);
    expect(await found('--status', 'suspended')).toEqual([]);
    const all = await found();
    expect(await found('--limit', '2', '--after', all[0])).toEqual(all.slice(1, 3));
    expect((await operated.bridge.instances.list({ after: all[2] })).map((each) => each.instanceId)).toEqual([all[3]]);
    const { out } = await operated.read('instances', 'list', '--limit', '1');
    expect(await operated.read('instances', 'list', '--limit', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--limit 0: must be 1 or more.'),
    });
    expect(out).toContain(`There are more: --after ${all[0]}`);
    expect(await operated.read('instances', 'list', '--after', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_INSTANCE_UNKNOWN'),
    });
  });

  test('one instance: tokens, tasks, reports and history, its variables only on request', async () => {
    const { instanceId } = await operated.bridge.start('plain', { initiator: 'anna', variables: { salary: 47.11 } });
    await operated.bridge.idle();
    const { code, out } = await operated.read('instances', 'show', instanceId);
    expect(code).toBe(0);
    expect(out).toMatch(/^tokens at {2}check$/m);
    expect(out).toMatch(/^ {2}✓ start .* → check$/m);
    expect(out).toMatch(/^ {2}▶ check .*userTask.* → end$/m);
    expect(out).toMatch(/^ {4}end {4}endEvent$/m);
    expect(out).toMatch(new RegExp(`^Open tasks\\n {2}${instanceId}\\.1 {2}check: bo$`, 'm'));
    expect(out).toMatch(/^Reports to the center\n {2}\d+ {2}delivered {2}/m);
    expect(out).toMatch(/^ {2}\S+ \S+Z {2}instance\.started {2}processId=plain$/m);
    expect(out).not.toContain('47.11');
    expect((await operated.read('instances', 'show', instanceId, '--json')).out).not.toContain('47.11');
    expect((await operated.read('instances', 'show', instanceId, '--variables', '*')).out).toContain('"salary": 47.11');
    const chosen = await json('instances', 'show', instanceId, '--variables', 'salary, missing');
    expect(chosen.variables).toEqual({ salary: 47.11 });
    expect(await operated.read('instances', 'show', 'x')).toMatchObject({ code: 1 });
  });

  test('tasks: by people, node, time and text, and one with its buttons', async () => {
    const [one, other] = [await operated.startPlain(), await operated.startPlain()];
    const found = async (...flags: string[]) =>
      (await json('tasks', 'list', ...flags)).map((each: { taskId: string }) => each.taskId);
    expect(await found('--handler', 'bo', '--open')).toEqual([`${one}.1`, `${other}.1`]);
    expect(await found('--handler', 'bo', '--limit', '1', '--after', `${one}.1`)).toEqual([`${other}.1`]);
    expect(await found('--process', 'plain', '--node', 'check', '--text', 'CHECK', '--initiator', 'anna')).toHaveLength(
      2,
    );
    expect(await found('--group', 'finance')).toEqual([]);
    expect(await found('--from', '2199-01-01')).toEqual([]);
    expect(await found('--before', '2199-01-01T08:00:00Z')).toHaveLength(2);
    expect(await operated.read('tasks', 'list', '--from', 'monday')).toMatchObject({ code: 2 });
    expect(await json('tasks', 'list', '--count', '--open')).toEqual({ count: 2 });
    expect(await operated.read('instances', 'list', '--node', 'check', '--count')).toMatchObject({ out: '2\n' });
    expect(await json('instances', 'list', '--problem')).toEqual([]);
    const { out } = await operated.read('tasks', 'show', `${one}.1`);
    expect(out).toMatch(/^handlers +bo$/m);
    expect(out).toMatch(/^Buttons\n {2}\S+ {2}HANDLE$/m);
    expect(out).not.toContain('http');
    expect(await operated.read('tasks', 'show', 'x')).toMatchObject({ code: 1 });
  });

  test('what has failed is shown with the instance', async () => {
    const instanceId = await operated.startBooking();
    const { out } = await operated.read('instances', 'show', instanceId);
    expect(out).toMatch(/^Open incidents\n {2}\S+ {2}ERR_SERVICE_FAILED {2}/m);
  });

  const isEnded = async (instanceId: string) =>
    vi.waitFor(
      async () => {
        const instance = await operated.bridge.instances.get(instanceId);
        expect(instance).toMatchObject({ status: 'terminated' });
      },
      { timeout: 20_000 },
    );

  test('one is terminated by the service, for whom and why in the history, and the center is told', async () => {
    const instanceId = await operated.startPlain();
    const flags = ['instances', 'terminate', instanceId, '--reason', 'ordered twice', '--by', 'eva'];
    const preview = await operated.operate(...flags);
    expect(preview.code).toBe(1);
    expect(preview.out).toContain('It would be terminated, with 1 open task and 0 waiting jobs.');
    expect(preview.out).toContain('Nothing was changed');
    expect((await operated.bridge.instances.get(instanceId))?.status).toBe('running');
    const done = await operated.operate(...flags, '--yes');
    expect(done).toMatchObject({ code: 0, err: '' });
    await isEnded(instanceId);
    await operated.bridge.idle();
    const [item] = JSON.parse(operated.center.taskCalls.at(-1)?.body ?? '[]');
    expect(item).toMatchObject({ status: 'end', previousTaskId: `${instanceId}.1`, handleOpinions: 'ordered twice' });
    const history = await operated.bridge.history({ instanceId });
    const of = (type: string) => history.filter((entry) => entry.type === type).map(({ data }) => data);
    expect(of('operation.requested')).toEqual([
      { operation: 'instances.terminate', by: 'eva', reason: 'ordered twice' },
    ]);
    expect(of('instance.ended')).toMatchObject([{ as: 'terminated', by: 'eva' }]);
    const again = await operated.operate(...flags, '--yes');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('it has ended') });
    const unknown = await operated.operate('instances', 'terminate', 'x', '--reason', 'no', '--yes');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('ERR_INSTANCE_UNKNOWN') });
    expect(await operated.operate('instances', 'terminate', instanceId, '--yes')).toMatchObject({ code: 2 });
  }, 60_000);

  test('one that is suspended and damaged is terminated by force', async () => {
    const instanceId = await operated.startBooking();
    await operated.bridge.suspend(instanceId);
    await operated.damage("update instances set snapshot = 'lost'");
    const flags = ['--reason', 'damaged', '--by', 'eva', '--force', '--yes'];
    expect(await operated.operate('instances', 'terminate', instanceId, ...flags)).toMatchObject({ code: 0 });
    await isEnded(instanceId);
    const history = await operated.bridge.history({ instanceId });
    expect(history.at(-1)).toMatchObject({ type: 'instance.ended', data: { by: 'eva', force: true } });
    expect(await operated.bridge.incidents.list({ open: true })).toEqual([]);
    expect(await json('jobs', 'list', '--state', 'queued')).toEqual([]);
  }, 60_000);

  test('definitions: a version is undeployed when nothing runs, after --yes', async () => {
    const instanceId = await operated.startPlain();
    const [, { definitionId }] = await json('definitions', 'list');
    const dry = await operated.operate('definitions', 'undeploy', definitionId);
    expect(dry).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was changed') });
    expect(dry.out).toContain('It is the latest: the process cannot be started until a file is deployed.');
    expect(await operated.operate('definitions', 'undeploy', definitionId, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has open instances (1)'),
    });
    await operated.bridge.terminate(instanceId);
    await operated.bridge.idle();
    const undeploy = ['definitions', 'undeploy', definitionId, '--yes', '--by', 'eva'];
    expect(await operated.operate(...undeploy)).toMatchObject({ code: 0 });
    const undeployed = (await operated.bridge.history()).filter(({ type }) => type === 'definition.undeployed');
    expect(undeployed).toMatchObject([{ instanceId: null, data: { definitionId, processId: 'plain', by: 'eva' } }]);
    const told = new RegExp(
      `^\\d+ +\\S+ \\S+Z  - +definition\\.undeployed  .*definitionId=${definitionId}.* by=eva$`,
      'm',
    );
    expect((await operated.read('history', '--by', 'eva')).out).toMatch(told);
    const typesOf = async (...flags: string[]) =>
      (await json('history', ...flags)).map(({ type }: { type: string }) => type);
    expect(await typesOf('--type', 'definition.undeployed', '--from', '2025-01-01')).toEqual(['definition.undeployed']);
    expect(await typesOf('--by', 'eva', '--before', '2025-01-01')).toEqual([]);
    expect(await typesOf('--instance', instanceId, '--type', 'instance.started')).toEqual(['instance.started']);
    expect(await typesOf('--all')).toEqual(expect.arrayContaining(['instance.ended', 'definition.undeployed']));
    expect(await operated.read('history', '--all', '--instance', 'x')).toMatchObject({ code: 2 });
    expect((await operated.read('definitions', 'list')).out).toMatch(/^plain .* undeployed$/m);
    expect((await operated.read('definitions', 'show', definitionId)).out).toMatch(/^undeployed {2}\S+ \S+$/m);
    await expect(operated.bridge.start('plain', { initiator: 'anna' })).rejects.toMatchObject({
      code: 'ERR_PROCESS_UNKNOWN',
    });
  });

  test('definitions: an earlier version is made the latest again', async () => {
    const former = (await operated.bridge.definitions.get('plain'))?.definitionId ?? '';
    await operated.bridge.deploy(processFile([start(), end()], 'start > end', { id: 'plain' }));
    expect(await operated.operate('definitions', 'make-latest', former, '--by', 'eva')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Definition ${former} is the latest.`),
    });
    expect(await operated.bridge.definitions.get('plain')).toMatchObject({ definitionId: former, isLatest: true });
    const made = await operated.bridge.history({ type: 'definition.made-latest' });
    expect(made).toMatchObject([{ instanceId: null, data: { definitionId: former, processId: 'plain', by: 'eva' } }]);
    expect(await operated.operate('definitions', 'make-latest', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_PROCESS_UNKNOWN'),
    });
  });

  test('definitions: every version and its open instances, and the file', async () => {
    await operated.startPlain();
    const listed = await json('definitions', 'list');
    expect(listed).toMatchObject([
      { processId: 'booking', isLatest: true, openInstances: 0 },
      { processId: 'plain', isLatest: true, openInstances: 1 },
    ]);
    expect((await operated.read('definitions', 'list', '--process', 'plain')).out).toMatch(/^plain .* 1 +1 +latest$/m);
    const { definitionId } = listed[1];
    const { out } = await operated.read('definitions', 'show', 'plain');
    expect(out).toMatch(new RegExp(`^definition {2}${definitionId}$`, 'm'));
    expect((await operated.read('definitions', 'show', definitionId)).out).toBe(out);
    expect((await operated.read('definitions', 'show', 'plain', '--xml')).out).toContain('<userTask id="check"');
    expect(await operated.read('definitions', 'show', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_PROCESS_UNKNOWN'),
    });
  });

  test('definitions: what a version changes, and what it only draws anew', async () => {
    const version = (assignee: string, agree: string, condition: string, more: boolean) =>
      processFile(
        [
          start(),
          userTask('check', { assignee }),
          exclusive('ok'),
          ...(more ? [userTask('pay', { assignee: 'chen' })] : []),
          end(),
          end('refused'),
        ],
        [
          'start > check > ok',
          `ok >"${agree}"[${condition}] ${more ? 'pay > end' : 'end'}`,
          'ok >"Reject"[${amount < 0}] refused',
        ],
        { id: 'versions' },
      );
    const first = version('bo', 'Approve', '${amount > 10}', false);
    const { definitionId: before } = await operated.bridge.deploy(first);
    const { definitionId: after } = await operated.bridge.deploy(version('anna', 'Agree', '${amount > 20}', true));
    const { code, out } = await operated.read('definitions', 'diff', before, 'versions');
    expect(code).toBe(0);
    expect(out.slice(out.indexOf('\n\n') + 2)).toBe(`Nodes
  + pay  userTask

Flows
  + ok-pay  ok → pay if \${amount > 20}
  + pay-end  pay → end
  - ok-end  ok → end if \${amount > 10}

Handlers
  ~ check
    handlers: bo → anna

Actions
  + pay handle  HANDLE Handle

`);
    const compared = await json('definitions', 'diff', before, after);
    expect(compared).toMatchObject({
      before: { definitionId: before },
      after: { definitionId: after, processId: 'versions' },
      isSame: false,
      nodes: { added: [{ id: 'pay', type: 'userTask' }], removed: [], changed: [] },
      handlers: [{ nodeId: 'check', before: 'bo', after: 'anna' }],
    });
    const same = await json('definitions', 'diff', after, after);
    expect(same).toMatchObject({ isSame: true, process: [], handlers: [] });
    expect((await operated.read('definitions', 'diff', after, after)).out).toContain('Both versions do the same');
    expect(await operated.read('definitions', 'diff', 'x', after)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_PROCESS_UNKNOWN'),
    });
  });

  test('definitions: other buttons, a renamed node and a changed condition', async () => {
    const version = (label: string, name: string, limit: number) =>
      processFile(
        [start(), userTask('check', { assignee: 'bo', name }), exclusive('ok'), end(), end('refused')],
        ['start > check > ok', `ok >"${label}"[\${amount > ${limit}}] end`, 'ok >"Reject"* refused'],
        { id: 'versions' },
      );
    const { definitionId: before } = await operated.bridge.deploy(version('Approve', 'Check', 10));
    const { definitionId: after } = await operated.bridge.deploy(version('Agree', 'Check it', 20));
    const { nodes, flows } = await json('definitions', 'diff', before, after);
    expect(nodes.changed).toEqual([{ id: 'check', changes: [{ what: 'name', before: 'Check', after: 'Check it' }] }]);
    expect(flows.changed).toEqual([
      {
        id: 'ok-end',
        changes: [
          { what: 'name', before: 'Approve', after: 'Agree' },
          { what: 'condition', before: '${amount > 10}', after: '${amount > 20}' },
        ],
      },
    ]);
  });

  test('definitions: other buttons, which the flows after a task name', async () => {
    const version = (label: string) =>
      processFile(
        [start(), userTask('check', { assignee: 'bo' }), exclusive('ok'), end(), end('refused')],
        ['start > check > ok', `ok >"${label}" end`, 'ok >"Reject" refused'],
        { id: 'versions' },
      );
    const { definitionId: before } = await operated.bridge.deploy(version('Approve'));
    const { definitionId: after } = await operated.bridge.deploy(version('Agree'));
    const { actions } = await json('definitions', 'diff', before, after);
    const named = [...actions.added, ...actions.removed, ...actions.changed].map(({ id }: { id: string }) => id);
    expect(named).not.toContainEqual(expect.stringMatching(/reject/i));
    const { out } = await operated.read('definitions', 'diff', before, after);
    expect(out).toMatch(/^Actions$/m);
    expect(out).toContain('Approve');
    expect(out).toContain('Agree');
  });
});
