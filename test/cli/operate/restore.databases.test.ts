/** `doctor --reconcile` and `doubts`: a database that was restored from a backup. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerErrors } from '../../center/http-center.ts';
import { DATABASE } from '../../support/tier.ts';
import { createOperated, type Operated } from './operated.ts';

describe(`on ${DATABASE}`, () => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(DATABASE);
  });
  afterEach(() => operated[Symbol.asyncDispose]());

  const findings = async (): Promise<string[]> => {
    const { findings: all } = JSON.parse((await operated.read('doctor', '--json')).out);
    const found = all as { check: string; state: string; says: string }[];
    return found.filter(({ check }) => check === 'restore').map(({ state, says }) => `${state}: ${says}`);
  };

  test('was never restored: nothing is in doubt', async () => {
    await operated.startPlain();
    expect(await findings()).toEqual([]);
    const { code, out } = await operated.read('doubts');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'The database was never restored from a backup, as far as it was told.\n',
    });
  });

  test('changes nothing without --yes, and refuses --yes alone', async () => {
    const { code, out } = await operated.operate('doctor', '--reconcile');
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('Nothing was changed') });
    expect(await findings()).toEqual([]);
    expect((await operated.operate('doctor', '--yes')).code).toBe(2);
  });

  test('is told of it: lists what is in doubt with what to do, and gives other ids from then on', async () => {
    const instanceId = await operated.startPlain();
    const done = await operated.operateAndRestart('doctor', '--reconcile', '--yes', '--by', 'eva');
    expect(done.out.replaceAll(/\s+/g, ' ')).toMatch(
      /WARNING restore: In doubt since it was restored .*: 1 open task, 0 reports/,
    );
    expect(done.out).toMatch(/^The database is marked as restored: /);
    const told = (await operated.bridge.history()).find(({ type }) => type === 'store.restored');
    expect(told).toMatchObject({ instanceId: null, data: { mark: expect.any(String), by: 'eva' } });
    expect(await findings()).toEqual([expect.stringMatching(/^warning: In doubt since .*: 1 open task,/)]);
    const listed = await operated.read('doubts');
    expect(listed.out).toMatch(/^1 open task from before the restore$/m);
    expect(listed.out).toMatch(new RegExp(`^ {2}${instanceId}\\.1 {2}check {2}bo$`, 'm'));

    // The center has heard of the press after the backup; its answer says so.
    operated.center.onTasks = answerErrors({ code: 2005, taskId: `${instanceId}.1`, message: 'finished' });
    expect((await operated.bridge.press(`${instanceId}.1`, { action: 'handle', account: 'bo' })).kind).toBe('applied');
    await operated.bridge.idle();
    operated.center.onTasks = answerErrors();
    const { tasks, reports, unknownTasks } = JSON.parse((await operated.read('doubts', '--json')).out);
    expect({ tasks, unknownTasks }).toEqual({ tasks: [], unknownTasks: [] });
    expect(reports).toMatchObject([{ state: 'unconfirmed', previousTaskId: `${instanceId}.1` }]);
    const [{ seq }] = reports;
    const acknowledged = await operated.operate('outbox', 'acknowledge', String(seq), '--reason', 'it is ended there');
    expect(acknowledged.code).toBe(0);
    expect((await operated.read('doubts')).out).toMatch(/\nNothing is in doubt\.\n$/);
    expect(await findings()).toEqual([expect.stringMatching(/^ok: Nothing is in doubt since/)]);

    const later = await operated.startPlain();
    const [task] = await operated.bridge.tasks.list({ instanceId: later });
    expect(task?.taskId).toMatch(new RegExp(`^${later}\\.[0-9a-f]{8}\\.1$`));
  });
});
