/** What an operator does with reports that the center does not take. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bridge, createBridge, type TaskHandlingItem } from '../../../src/index.ts';
import { type Answer, answerErrors, answerJson, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;
const now = Date.UTC(2026, 4, 4, 4);

beforeEach(async () => {
  file = createDatabaseFile();
  center = await startHttpCenter();
  bridge = await createBridge({ ...optionsFor(center), store: file.store, clock: () => now });
  const approve = userTask('approve', { assignee: 'gone' });
  const apply = userTask('apply', { assignee: '$' + '{initiator}' });
  await bridge.deploy(processFile([start(), apply, approve, end()], 'start > apply > approve > end', { id: 'leave' }));
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const received = () => center.taskCalls.map(({ body }) => JSON.parse(body) as TaskHandlingItem[]);

/** Refuses every item that creates a task for this account; whoever is handled is handled. */
const refuseHandler =
  (account: string): Answer =>
  (response, call, count) => {
    const items = JSON.parse(call.body) as TaskHandlingItem[];
    const unknown = items.flatMap(({ next = [] }) => next.filter(({ handlers }) => handlers === account));
    const errors = unknown.map(({ taskId }) => ({ taskId, code: 400, message: 'no such account' }));
    answerErrors(...errors)(response, call, count);
  };

/** The application of anna, handled; the report of it stands parked, since nobody is called "gone". */
async function parkOne(): Promise<{ instanceId: string; seq: number }> {
  center.onTasks = refuseHandler('gone');
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  await bridge.idle();
  await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
  await bridge.idle();
  const [parked] = await bridge.outbox.list({ state: 'parked' });
  return { instanceId, seq: parked?.seq ?? 0 };
}

test('a center that writes numbers as text and leaves out what nobody needs is delivered to', async () => {
  center.onToken = answerJson(200, { access_token: 'token' });
  center.onTasks = (response, call, count) => {
    const [item] = JSON.parse(call.body) as TaskHandlingItem[];
    const data = { errorIds: [{ code: '2004', taskId: item?.previousTaskId }] };
    answerJson(200, { code: '0', data: count === 1 ? data : { errorIds: [] } })(response, call, count);
  };
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  await bridge.idle();
  await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
  await bridge.idle();
  expect(await bridge.outbox.list({ instanceId })).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  expect(center.taskCalls).toHaveLength(2);
});

describe('a parked report', () => {
  test('goes out with other handlers, who can press then, and the ones before cannot', async () => {
    const { instanceId, seq } = await parkOne();
    const taskId = `${instanceId}.2`;
    const retried = await bridge.outbox.retry(seq, { handlers: { [taskId]: ['bo'] } });
    expect(retried).toMatchObject({ seq, state: 'pending', refusals: 0 });
    await bridge.idle();
    expect(received().at(-1)).toMatchObject([
      { previousTaskId: `${instanceId}.1`, next: [{ taskId, handlers: 'bo' }] },
    ]);
    expect(await bridge.outbox.list({ instanceId })).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(await bridge.tasks.get(taskId)).toMatchObject({ handlers: ['bo'], state: 'IN_PROGRESS' });
    expect(await bridge.press(taskId, { action: 'handle', account: 'gone' })).toMatchObject({ kind: 'forbidden' });
    expect(await bridge.press(taskId, { action: 'handle', account: 'bo' })).toMatchObject({ kind: 'applied' });
    await bridge.idle();
    expect(received().at(-1)).toMatchObject([{ status: 'end', previousTaskId: taskId, handler: 'bo' }]);
  });

  test('understands the echo of what its first attempt had done', async () => {
    const { instanceId, seq } = await parkOne();
    center.onTasks = answerErrors({ taskId: `${instanceId}.1`, code: 2005, message: 'this task has been finished' });
    await bridge.outbox.retry(seq, { handlers: { [`${instanceId}.2`]: ['bo'] } });
    await bridge.idle();
    expect(await bridge.outbox.list({ state: 'parked' })).toEqual([]);
    expect((await bridge.outbox.list({ instanceId })).at(-1)).toMatchObject({ seq, state: 'delivered', attempts: 2 });
  });

  test('is skipped, and what waits behind it goes on', async () => {
    const { instanceId, seq } = await parkOne();
    await bridge.terminate(instanceId);
    await bridge.idle();
    expect(received().at(-1)).toMatchObject([{ status: 'next' }]);
    expect(await bridge.outbox.skip(seq, { reason: 'told by hand' })).toMatchObject({
      state: 'skipped',
      reason: 'told by hand',
    });
    await bridge.idle();
    expect(received().at(-1)).toMatchObject([{ status: 'end', previousTaskId: `${instanceId}.2` }]);
    const happenings = (await bridge.history({ instanceId })).filter(({ type }) => type.startsWith('report.'));
    expect(happenings.map(({ type }) => type).filter((type) => type !== 'report.composed')).toEqual([
      'report.parked',
      'report.skipped',
    ]);
  });

  test('hears one of two operators, and is as it was for one who is wrong', async () => {
    const { instanceId, seq } = await parkOne();
    const before = file.dump();
    const wrong = [
      bridge.outbox.retry(seq, { handlers: { [`${instanceId}.9`]: ['bo'] } }),
      bridge.outbox.retry(seq, { handlers: { [`${instanceId}.2`]: ['bo,chen'] } }),
      bridge.outbox.skip(seq, { reason: '' }),
      bridge.outbox.skip(Number.NaN, { reason: 'because' }),
    ];
    await expect(wrong[2]).rejects.toThrow(/must say why\n.*at reason/);
    for (const call of wrong) await expect(call).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    await expect(bridge.outbox.retry(4711)).rejects.toMatchObject({ code: 'ERR_REPORT_UNKNOWN' });
    expect(file.dump()).toEqual(before);

    const handlers = { [`${instanceId}.2`]: ['bo'] };
    const both = await Promise.allSettled([
      bridge.outbox.retry(seq, { handlers }),
      bridge.outbox.retry(seq, { handlers }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await bridge.idle();
    await expect(bridge.outbox.retry(seq)).rejects.toMatchObject({
      code: 'ERR_NOT_PARKED',
      details: { seq, state: 'delivered' },
    });
  });

  test('goes out with another handler of its own, also once the instance is over', async () => {
    center.onTasks = refuseHandler('anna');
    const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
    await bridge.terminate(instanceId);
    const [parked] = await bridge.outbox.list({ state: 'parked' });
    const handlers = { [`${instanceId}.1`]: ['bo'] };
    await bridge.outbox.retry(parked?.seq ?? 0, { handler: 'bo', handlers });
    await bridge.idle();
    expect(received().flat().slice(-2)).toMatchObject([
      { handler: 'bo', next: [{ handlers: 'bo' }] },
      { status: 'end', previousTaskId: `${instanceId}.1` },
    ]);
    expect(await bridge.tasks.get(`${instanceId}.1`)).toMatchObject({ state: 'TERMINATED', handlers: ['anna'] });
  });
});
