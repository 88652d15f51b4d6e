/** A service with an engine of its own, whose center refuses to create a system task. */
import { describe, expect, test } from 'vitest';
import { judgeReports, type Report, withoutSystemTask } from '../../../src/plugin/index.ts';
import { catchEvent, end, message, processFile, root, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { createHost, recoverFrom } from '../../support/live-host.ts';
import { NOON, openHost } from '../stored/open-host.ts';

const HOUR = 3_600_000;
/** Bo asks, then the process waits for an hour and for a message, and Chen confirms. */
const SOURCE = processFile(
  [
    start(),
    userTask('ask', { assignee: 'bo' }),
    catchEvent('later', timer('PT1H')),
    catchEvent('paid', message('m')),
    userTask('confirm', { assignee: 'chen' }),
    end(),
  ],
  'start > ask > later > paid > confirm > end',
  { roots: root('message', 'm', { name: 'paid' }) },
);
const SYSTEM = { systemTasks: true, defaults: { systemHandler: 'robot' }, reportHoldMs: 0 };

describe('createPlugin', () => {
  const begin = async () => {
    let now = NOON;
    const options = { ...SYSTEM, clock: () => now };
    const host = createHost(SOURCE, options);
    await host.execute();
    await host.press('ask');
    host.said();
    return { host, options, pass: (ms: number) => (now += ms) };
  };

  test('goes on without system tasks, also after a recover', async () => {
    const { host, options, pass } = await begin();
    expect(host.plugin.tasks.at(-1)).toMatchObject({ taskId: 'order-1.2', isSystem: true, state: 'IN_PROGRESS' });
    expect(host.plugin.forgoSystemTasks('order-1.2')).toBe(true);
    expect(host.plugin.tasks.at(-1)).toMatchObject({ taskId: 'order-1.2', state: 'TERMINATED', closedAt: NOON });
    const next = await recoverFrom(host, SOURCE, options);
    pass(HOUR);
    next.plugin.wake();
    expect(next.said()).toEqual([]);
    next.plugin.deliver({ kind: 'message', name: 'paid' });
    expect(next.said()).toEqual(['order-1.1 next confirm=order-1.3']);
    await next.press('confirm');
    expect(next.said()).toEqual(['order-1.3 end']);
  });

  test('refuses a task that is none of its system tasks', async () => {
    const { host } = await begin();
    expect(host.plugin.forgoSystemTasks('order-1.1')).toBe(false);
    expect(host.plugin.forgoSystemTasks('order-2.2')).toBe(false);
    expect(host.plugin.tasks.at(-1)).toMatchObject({ state: 'IN_PROGRESS' });
  });

  test('does so while it is suspended, and after its end', async () => {
    const { host } = await begin();
    await host.plugin.suspend();
    expect(host.plugin.forgoSystemTasks('order-1.2')).toBe(true);
    expect(host.said()).toEqual([]);
    await host.plugin.terminate();
    expect(host.said()).toEqual(['order-1.1 end']);
    expect(host.plugin.forgoSystemTasks('order-1.2')).toBe(true);
  });
});

describe('createEngineHost', () => {
  test('saves that there are none, and what the instance waits for', async () => {
    const { host, store, time, said } = openHost({
      plugin: { appId: 'app', actionUrl: () => 'https://a.test', ...SYSTEM },
    });
    await host.start({ source: SOURCE, instanceId: 'i', initiator: 'ann' });
    await host.press('i.1', { account: 'bo' });
    expect(await host.forgoSystemTasks('i.1')).toBe(false);
    expect(await host.forgoSystemTasks('elsewhere.1')).toBe(false);
    const saved = store.changes.length;
    expect(await host.forgoSystemTasks('i.2')).toBe(true);
    expect(store.changes.slice(saved)).toMatchObject([
      { tasks: [{ taskId: 'i.2', state: 'TERMINATED' }], reports: [], wakeAt: NOON + HOUR, ended: false },
    ]);
    time.now += HOUR;
    await host.wake('i');
    expect(store.changes.at(-1)).toMatchObject({ reports: [], waitsFor: [{ kind: 'message', name: 'paid' }] });
    await host.forgoSystemTasks('i.2');
    expect(store.changes.at(-1)).toMatchObject({ waitsFor: [{ kind: 'message', name: 'paid' }] });
    await host.deliver('i', { kind: 'message', name: 'paid' });
    await host.press('i.3', { account: 'chen' });
    expect(said().slice(1)).toEqual(['i.1 next i.2', 'i.1 next i.3', 'i.3 end']);
    expect(await host.forgoSystemTasks('i.2')).toBe(true);
    expect(store.changes.at(-1)).toMatchObject({ ended: true, state: null });
  });
});

describe('a report that was to create it', () => {
  const report: Report = {
    ...{ kind: 'handled', reason: 'it was handled', createsSystemTask: 'i.2' },
    item: { appId: 'app', handler: 'bo', status: 'next', previousTaskId: 'i.1', next: [] },
  };
  const refuse = (...ids: string[]) =>
    judgeReports([{ report }], {
      kind: 'answered',
      errors: ids.map((taskId) => ({ taskId, code: 400, message: 'no' })),
    });

  test('is delivered if nothing else of it was refused', () => {
    const created = { ...report, item: { ...report.item, next: [{ taskId: 'i.2' } as never] } };
    const errors = [{ taskId: 'i.2', code: 400, message: 'no' }];
    expect(judgeReports([{ report: created }], { kind: 'answered', errors })).toMatchObject([
      { outcome: 'delivered', refusedTaskId: 'i.2', reason: expect.stringContaining('400') },
    ]);
    expect(refuse('i.1')).toMatchObject([{ outcome: 'park' }]);
  });

  test('is named by its own task in the reports that wait behind it', () => {
    const later = { ...report, reportId: 'r-2', item: { ...report.item, previousTaskId: 'i.2' } };
    expect(withoutSystemTask(later, report)).toMatchObject({
      ...{ reportId: 'r-2', kind: 'continuation' },
      item: { previousTaskId: 'i.1' },
    });
    expect(withoutSystemTask(report, report)).toBe(report);
  });

  test.each([
    ['bootstrap', 'start-continuation'],
    ['start-continuation', 'start-continuation'],
    ['handled', 'continuation'],
    ['continuation', 'continuation'],
    ['gone', 'system'],
    ['system', 'system'],
  ] as const)('that is %s makes them %s: the center may not know its task', (kind, expected) => {
    const later: Report = { ...report, kind: 'system', item: { ...report.item, previousTaskId: 'i.2' } };
    expect(withoutSystemTask(later, { ...report, kind }).kind).toBe(expected);
  });

  test('names who handled its own task, with the content of the later report', () => {
    const refused: Report = {
      ...report,
      item: { ...report.item, handleOpinions: 'fine', handleStatus: 'Agree', previousActions: [{} as never] },
    };
    const later: Report = {
      ...{ kind: 'system', reason: 'it ended', isUnhandled: true },
      item: {
        ...{ appId: 'app', handler: 'robot', handlerName: 'System', handleStatus: 'Closed' },
        ...{ status: 'end', previousTaskId: 'i.2', handleTime: '2026-01-05 00:00:00' },
      },
    };
    expect(withoutSystemTask(later, refused).item).toEqual({
      ...{ appId: 'app', handler: 'bo', handleOpinions: 'fine', handleStatus: 'Agree' },
      ...{ status: 'end', previousTaskId: 'i.1', handleTime: '2026-01-05 00:00:00' },
    });
  });
});
