/** What an operator mends from a shell: incidents, jobs, reports and messages, beside a service. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerErrors, answerJson, answerSent } from '../../center/http-center.ts';
import { DATABASE } from '../../support/tier.ts';
import { createOperated, type Operated, refuseTasks } from './operated.ts';

describe(`on ${DATABASE}`, () => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(DATABASE);
  });
  afterEach(() => operated[Symbol.asyncDispose]());

  const idle = () => operated.bridge.idle();
  /** Polls: what a command makes due by the clock of the database is due milliseconds later by that of the service. */
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read);
  const typesBy = async (by: string) =>
    (await operated.bridge.history()).filter(({ data }) => data.by === by).map(({ type }) => type);
  const statesOfReports = async () => (await operated.bridge.outbox.list()).map(({ state }) => state);
  const isEnded = async (instanceId: string) => (await operated.bridge.instances.get(instanceId))?.status === 'ended';

  test('an incident: its cause, what to do, and a retry that the service takes', async () => {
    const instanceId = await operated.startBooking();
    const list = await operated.read('incidents', 'list');
    expect(list.out).toMatch(/ERR_SERVICE_FAILED {2}open {2}job {2}.*\n {2}times 1, latest/);
    expect(list.out).toMatch(/^ {2}threw: TypeError: the booking office is closed$/m);
    const [{ incidentId }] = JSON.parse((await operated.read('incidents', 'list', '--json')).out);
    const { out } = await operated.read('incidents', 'show', incidentId);
    expect(out).toContain('What the code of the service threw:\n  TypeError: the booking office is closed\n      at ');
    expect(out).toContain(`incidents retry ${incidentId}`);
    operated.bookFails = false;
    expect(await operated.operate('incidents', 'retry', incidentId, '--by', 'eva')).toMatchObject({ code: 0, err: '' });
    await eventually(() => isEnded(instanceId)).toBe(true);
    expect(await typesBy('eva')).toEqual(['incident.retried']);
    expect((await operated.read('incidents', 'list')).out).toBe('There are none.\n');
    expect(await operated.operate('incidents', 'retry', incidentId)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_NOT_RETRIABLE'),
    });
    expect(await operated.read('incidents', 'show', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_INCIDENT_UNKNOWN'),
    });
  });

  test('several incidents: their number first, then with --yes', async () => {
    const ids = [await operated.startBooking(), await operated.startBooking()];
    const bulk = ['incidents', 'retry', '--code', 'ERR_SERVICE_FAILED'];
    operated.bookFails = false;
    const preview = await operated.operate(...bulk);
    expect(preview).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 open incidents.\nNothing was changed'),
    });
    await idle();
    expect(await operated.bridge.incidents.list({ open: true })).toHaveLength(2);
    expect(await operated.operate(...bulk, '--process', 'plain', '--yes')).toMatchObject({
      code: 0,
      out: '0 incidents retried.\n',
    });
    expect(await operated.operate('incidents', 'retry', '--all')).toMatchObject({ code: 1, out: preview.out });
    expect(await operated.operate(...bulk, '--yes')).toMatchObject({ code: 0, out: '2 incidents retried.\n' });
    await eventually(() => Promise.all(ids.map(isEnded))).toEqual([true, true]);
    // What is resolved is not chosen either.
    expect(await operated.operate('incidents', 'retry', '--all')).toMatchObject({
      out: '0 incidents retried.\n',
    });
    expect(await operated.operate('incidents', 'retry')).toMatchObject({ code: 2 });
  });

  test('an incident that only a retry closes is not resolved by hand', async () => {
    await operated.startBooking();
    const [{ incidentId }] = JSON.parse((await operated.read('incidents', 'list', '--json')).out);
    expect(await operated.operate('incidents', 'resolve', incidentId)).toMatchObject({ code: 2 });
    const resolve = ['incidents', 'resolve', incidentId, '--reason', 'booked by phone', '--by', 'eva'];
    expect(await operated.operate(...resolve)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_NOT_RESOLVABLE'),
    });
    expect((await operated.bridge.incidents.list({ open: true })).map((each) => each.incidentId)).toEqual([incidentId]);
  });

  test('a failed job', async () => {
    const instanceId = await operated.startBooking();
    const [{ jobId }] = JSON.parse((await operated.read('jobs', 'list', '--state', 'failed', '--json')).out);
    expect((await operated.read('jobs', 'list')).out).toMatch(
      /failed {2}service {2}book\n {2}attempts 1\n {2}reason: TypeError: the booking office is closed$/m,
    );
    operated.bookFails = false;
    expect(await operated.operate('jobs', 'retry', jobId, '--by', 'eva')).toMatchObject({ code: 0 });
    await eventually(() => isEnded(instanceId)).toBe(true);
    expect(await typesBy('eva')).toEqual(['job.retried']);
    expect(await operated.operate('jobs', 'retry', jobId)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ERR_NOT_RETRIABLE.*done/),
    });
  });

  test('parked reports: retried one by one or all, or skipped', async () => {
    refuseTasks(operated.center);
    for (let each = 0; each < 3; each += 1) await operated.startPlain();
    const parked = JSON.parse((await operated.read('outbox', 'list', '--state', 'parked', '--json')).out);
    const [first, second] = parked.map(({ seq }: { seq: number }) => String(seq));
    expect((await operated.read('outbox', 'list', '--limit', '1')).out).toMatch(/There are more: --after \d+\n$/);
    expect((await operated.read('outbox', 'list', '--after', first, '--json')).out).not.toContain(`"seq": ${first},`);
    operated.center.onTasks = answerErrors();
    expect(await operated.operate('outbox', 'skip', first, '--yes')).toMatchObject({ code: 2 });
    const skip = ['outbox', 'skip', first, '--reason', 'by hand', '--by', 'eva'];
    expect(await operated.operate(...skip)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Nothing was changed'),
    });
    expect(await operated.operate(...skip, '--yes')).toMatchObject({ code: 0 });
    expect(await operated.operate('outbox', 'retry', second, '--by', 'eva')).toMatchObject({ code: 0 });
    expect(await operated.operate('outbox', 'retry', second)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_NOT_PARKED'),
    });
    expect(await operated.operate('outbox', 'retry', '--all')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 parked report.'),
    });
    expect(await operated.operate('outbox', 'retry', '--all', '--yes', '--by', 'eva')).toMatchObject({ code: 0 });
    await eventually(statesOfReports).toEqual(['skipped', 'delivered', 'delivered']);
    expect(await typesBy('eva')).toEqual(['report.skipped', 'report.retried', 'report.retried']);
  });

  test('several: skipped with one reason, and failed jobs retried by their service, after their number', async () => {
    refuseTasks(operated.center);
    for (let each = 0; each < 2; each += 1) await operated.startPlain();
    operated.center.onTasks = answerErrors();
    const skip = ['outbox', 'skip', '--answer', 'no such account', '--reason', 'ordered twice', '--by', 'eva'];
    expect(await operated.operate(...skip)).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 parked reports.\nNothing was changed'),
    });
    for (const narrower of [
      ['--process', 'booking'],
      ['--before', '2025-01-01'],
      ['--state', 'pending'],
    ]) {
      const none = { code: 0, out: '0 reports skipped.\n' };
      expect(await operated.operate(...skip, ...narrower, '--yes')).toMatchObject(none);
    }
    const list = ['outbox', 'list', '--answer', 'no such account', '--process', 'plain', '--from', '2025-01-01'];
    expect(await operated.read(...list, '--count')).toMatchObject({ out: '2\n' });
    const noChoice = await operated.operate('outbox', 'skip', '--state', 'pending', '--reason', 'why');
    expect(noChoice).toMatchObject({ code: 2, err: expect.stringContaining('--state is for several') });
    expect(await operated.operate(...skip, '--yes')).toMatchObject({ code: 0, out: '2 reports skipped.\n' });
    expect((await operated.bridge.outbox.list({ state: 'skipped' })).map(({ reason }) => reason)).toEqual([
      'ordered twice',
      'ordered twice',
    ]);
    expect(await operated.operate('outbox', 'skip', '--all', '--yes')).toMatchObject({ code: 2 });
    expect(await operated.operate('outbox', 'skip', '--reason', 'why')).toMatchObject({ code: 2 });

    const ids = [await operated.startBooking(), await operated.startBooking()];
    operated.bookFails = false;
    const retry = ['jobs', 'retry', '--service', 'book', '--by', 'eva'];
    expect(await operated.operate(...retry)).toMatchObject({ code: 1, out: expect.stringContaining('2 failed jobs.') });
    const others = await operated.operate('jobs', 'retry', '--service', 'fly', '--yes');
    expect(others).toMatchObject({ code: 0, out: '0 jobs due at once.\n' });
    expect(await operated.operate(...retry, '--yes')).toMatchObject({ code: 0, out: '2 jobs due at once.\n' });
    await eventually(() => Promise.all(ids.map(isEnded))).toEqual([true, true]);
    const types = await typesBy('eva');
    expect(types).toEqual(['report.skipped', 'report.skipped', 'job.retried', 'job.retried']);
    expect(await operated.operate('jobs', 'retry', '--state', 'queued')).toMatchObject({ code: 2 });
  }, 60_000);

  test('several messages: skipped by their instance or all', async () => {
    operated.center.onMessages = answerJson(200, { timestamp: 1, code: 500, message: 'no such type', data: null });
    for (const sendId of ['m-1', 'm-2'])
      await operated.bridge.messages.send({
        sendId,
        messageTypeCode: 'X',
        toPersons: 'bo',
        data: { title: 't', paramValueJson: {} },
      });
    await idle();
    const skip = ['messages', 'skip', '--reason', 'too late', '--by', 'eva'];
    expect(await operated.operate(...skip, '--answer', 'no channel', '--yes')).toMatchObject({
      out: '0 messages skipped.\n',
    });
    expect(await operated.operate(...skip, '--all')).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 parked messages.'),
    });
    expect(await operated.operate(...skip, '--answer', 'no such type', '--yes')).toMatchObject({
      code: 0,
      out: '2 messages skipped.\n',
    });
    expect((await operated.bridge.messages.list({ state: 'skipped' })).map(({ sendId }) => sendId)).toEqual([
      'm-1',
      'm-2',
    ]);
  }, 60_000);

  test('a report that nobody knows of is acknowledged once', async () => {
    const instanceId = await operated.startPlain();
    const [task] = await operated.bridge.tasks.list({ instanceId });
    operated.center.onTasks = answerErrors({ taskId: task?.taskId, code: 2005, message: 'finished' });
    await operated.bridge.terminate(instanceId);
    await idle();
    const [row] = await operated.bridge.outbox.list({ state: 'unconfirmed' });
    expect(await operated.read('status')).toMatchObject({
      code: 1,
      out: expect.stringContaining('outbox acknowledge'),
    });
    const acknowledge = ['outbox', 'acknowledge', String(row?.seq), '--reason', 'Bo has it', '--by', 'eva'];
    expect(await operated.operate(...acknowledge)).toMatchObject({ code: 0 });
    expect(await operated.bridge.health()).toMatchObject({ reports: { unconfirmed: 0 }, problems: [] });
    expect(await operated.read('status')).toMatchObject({ code: 0 });
    expect(await operated.operate(...acknowledge)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ERR_NOT_PARKED'),
    });
    await expect(operated.bridge.outbox.acknowledge(row?.seq ?? 0, { reason: 'again' })).rejects.toMatchObject({
      code: 'ERR_NOT_PARKED',
    });
    expect(await typesBy('eva')).toEqual(['report.acknowledged']);
  });

  test('reports are sent now, although the service waits for a center that did not answer', async () => {
    operated.center.onTasks = answerJson(503, {}, { 'retry-after': '300' });
    await operated.startPlain();
    await operated.startPlain();
    const waits = await operated.bridge.health();
    expect(waits.centerTriedAgainAt.reports).toBeGreaterThan(Date.now() + 200_000);
    operated.center.onTasks = answerErrors();
    if (DATABASE === 'postgres') {
      const now = await operated.operate('outbox', 'now', '--by', 'eva');
      expect(now).toMatchObject({ code: 0, out: expect.stringContaining('due now') });
      expect(await typesBy('eva')).toEqual(['outbox.now']);
    } else expect(await operated.bridge.outbox.now({ by: 'eva' })).toBe(2);
    await eventually(statesOfReports).toEqual(['delivered', 'delivered']);
  });

  test('a parked message', async () => {
    operated.center.onMessages = answerJson(200, { timestamp: 1, code: 500, message: 'no channel', data: null });
    const send = (sendId: string) =>
      operated.bridge.messages.send({
        ...{ sendId, messageTypeCode: 'news', toPersons: 'bo', sendType: ['SMS'] },
        data: { title: 'T', paramValueJson: {} },
      } as never);
    await send('m-1');
    await send('m-2');
    await idle();
    const { out } = await operated.read('messages', 'list', '--state', 'parked');
    expect(out).toMatch(/^m-1 {2}parked {2}news$/m);
    operated.center.onMessages = answerSent();
    const skip = ['messages', 'skip', 'm-1', '--reason', 'old news', '--by', 'eva'];
    expect(await operated.operate(...skip)).toMatchObject({ code: 1 });
    expect(await operated.operate(...skip, '--yes')).toMatchObject({ code: 0 });
    expect(await operated.operate('messages', 'retry', 'm-2', '--by', 'eva')).toMatchObject({ code: 0, err: '' });
    const states = async () => (await operated.bridge.messages.list()).map(({ state }) => state);
    await eventually(states).toEqual(['skipped', 'sent']);
    expect(await typesBy('eva')).toEqual(['message.skipped', 'message.retried']);
  });

  test('the keys of open tasks', async () => {
    await operated.startPlain();
    expect((await operated.read('keys')).out).toBe('open tasks  handled tasks  key\n1           0              k1\n');
  });
});

test('an attempt that is repeated says why it failed, with its job and in the history of the instance', async () => {
  const operated = await createOperated('sqlite', 2);
  try {
    const instanceId = await operated.startBooking();
    const why = 'TypeError: the booking office is closed';
    expect((await operated.read('jobs', 'list')).out).toMatch(
      new RegExp(`queued {2}service {2}book\\n {2}attempts 1, next \\S+ \\S+\\n {2}reason: ${why}$`, 'm'),
    );
    const { out } = await operated.read('instances', 'show', instanceId);
    expect(out).toMatch(new RegExp(`Z {2}job\\.attempt-failed {2}attempt 1 of book: ${why}; next at \\S+ \\S+Z$`, 'm'));
    const [{ reason, cause }] = JSON.parse((await operated.read('jobs', 'list', '--json')).out);
    expect([reason, cause]).toEqual(['The service book failed with TypeError.', why]);
  } finally {
    await operated[Symbol.asyncDispose]();
  }
});
