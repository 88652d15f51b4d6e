/** `instances` and `definitions`: what an operator looks through. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOperated, KINDS, type Operated } from './operated.ts';

describe.each(KINDS)('on %s, beside the service', (kind) => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(kind);
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
    expect(out).toContain(`There are more: --after ${all[0]}`);
    expect(await operated.read('instances', 'list', '--after', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_INSTANCE_UNKNOWN'),
    });
  });

  test('one instance: tokens, tasks, reports and history, its variables only on request', async () => {
    const { instanceId } = await operated.bridge.start('plain', { initiator: 'anna', variables: { salary: 4711 } });
    await operated.bridge.idle();
    const { code, out } = await operated.read('instances', 'show', instanceId);
    expect(code).toBe(0);
    expect(out).toMatch(/^tokens at {2}check$/m);
    expect(out).toMatch(new RegExp(`^Open tasks\\n {2}${instanceId}\\.1 {2}check: bo$`, 'm'));
    expect(out).toMatch(/^Reports to the center\n {2}\d+ {2}delivered {2}/m);
    expect(out).toMatch(/^ {2}\S+ \S+Z {2}instance\.started {2}processId=plain$/m);
    expect(out).not.toContain('4711');
    expect((await operated.read('instances', 'show', instanceId, '--json')).out).not.toContain('4711');
    expect((await operated.read('instances', 'show', instanceId, '--variables')).out).toContain('"salary": 4711');
    expect(await operated.read('instances', 'show', 'x')).toMatchObject({ code: 1 });
  });

  test('what has failed is shown with the instance', async () => {
    const instanceId = await operated.startBooking();
    const { out } = await operated.read('instances', 'show', instanceId);
    expect(out).toMatch(/^Open incidents\n {2}\S+ {2}ERR_SERVICE_FAILED {2}/m);
  });

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
    expect(await operated.operate('definitions', 'undeploy', definitionId, '--yes')).toMatchObject({ code: 0 });
    expect((await operated.read('definitions', 'list')).out).toMatch(/^plain .* undeployed$/m);
    expect((await operated.read('definitions', 'show', definitionId)).out).toMatch(/^undeployed {2}\S+ \S+$/m);
    await expect(operated.bridge.start('plain', { initiator: 'anna' })).rejects.toMatchObject({
      code: 'ERR_PROCESS_UNKNOWN',
    });
  });

  test('definitions: every version and its open instances, and the file', async () => {
    await operated.startPlain();
    const listed = await json('definitions', 'list');
    expect(listed).toMatchObject([
      { processId: 'booking', isLatest: true, openInstances: 0 },
      { processId: 'plain', isLatest: true, openInstances: 1 },
    ]);
    expect((await operated.read('definitions', 'list', '--process', 'plain')).out).toMatch(/^plain .* 1 +yes$/m);
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
});
