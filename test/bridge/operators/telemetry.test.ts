/** Spans and metrics, as the SDK of a service collects them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import {
  type CollectedTelemetry,
  collectTelemetry,
  isFailed,
  parentOf,
  targetOf,
} from '../../support/collected-telemetry.ts';
import { startFlakyProxy } from '../../support/flaky-proxy.ts';
import { createWorld, type World } from '../world.ts';

/** Somebody approves, and a service books; names and variables have words that nothing else has. */
const LEAVE = processFile(
  [start(), userTask('approve', { assignee: 'anna' }), serviceTask('book', { service: 'bookRoom' }), end()],
  'start > approve > book > end',
  { id: 'leave' },
);
const SECRET_WORD = 'Bärlauchsuppe';

let telemetry: CollectedTelemetry;
let world: World;
let bookRoom: () => Promise<unknown>;

async function open(): Promise<void> {
  telemetry = collectTelemetry();
  world = await createWorld({
    bridge: {
      telemetry: telemetry.option,
      services: { bookRoom: () => bookRoom() },
      jobs: { maxAttempts: 1 },
      outbox: { retryMinMs: 1, retryMaxMs: 1 },
    },
  });
  await world.bridge.deploy(LEAVE);
}

beforeEach(async () => {
  bookRoom = async () => ({ room: SECRET_WORD });
  await open();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await telemetry[Symbol.asyncDispose]();
});

const startLeave = async () => {
  const variables = { dish: SECRET_WORD };
  const { instanceId } = await world.bridge.start('leave', { initiator: 'bo', businessKey: SECRET_WORD, variables });
  await world.bridge.idle();
  return instanceId;
};

describe('spans', () => {
  test('lead from the callback over press and step to the commit, and by links to the service and the report', async () => {
    const instanceId = await startLeave();
    expect(await world.press('anna', 'approve')).toBe(0);
    const all = telemetry.spans();
    const [callback] = telemetry.spans('bpmn_bridge.callback');
    expect(callback?.attributes).toEqual({
      'bpmn_bridge.callback.kind': 'button',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    });
    const [press] = telemetry.spans('bpmn_bridge.press');
    expect(press && parentOf(press, all)).toBe('bpmn_bridge.callback');
    expect(press?.attributes).toEqual({
      'bpmn_bridge.process.id': 'leave',
      'bpmn_bridge.instance.id': instanceId,
      'bpmn_bridge.node.id': 'approve',
      'bpmn_bridge.task.id': `${instanceId}.1`,
      'bpmn_bridge.action.key': expect.any(String),
      'bpmn_bridge.press.verdict': 'applied',
    });
    const steps = telemetry.spans('bpmn_bridge.step');
    expect(steps.map(({ attributes }) => attributes['bpmn_bridge.trigger'])).toEqual(['start', 'press', 'job']);
    const [, ofPress, ofJob] = steps;
    expect(ofPress && parentOf(ofPress, all)).toBe('bpmn_bridge.press');
    expect(ofJob && parentOf(ofJob, all)).toBe('bpmn_bridge.job');
    for (const commit of telemetry.spans('bpmn_bridge.commit')) expect(parentOf(commit, all)).toBe('bpmn_bridge.step');

    const [job] = telemetry.spans('bpmn_bridge.job');
    expect(job?.parentSpanContext).toBeUndefined();
    expect(job?.links.map(({ context: { spanId } }) => spanId)).toEqual([ofPress?.spanContext().spanId]);
    expect(job?.attributes).toMatchObject({ 'bpmn_bridge.job.name': 'bookRoom', 'bpmn_bridge.job.outcome': 'done' });
    const [service] = telemetry.spans('bpmn_bridge.service');
    expect(service && parentOf(service, all)).toBe('bpmn_bridge.job');

    const reports = telemetry.spans('bpmn_bridge.report');
    expect(reports.length).toBeGreaterThanOrEqual(2);
    for (const report of reports) {
      expect(report.parentSpanContext).toBeUndefined();
      expect(report.links.map((link) => targetOf(link, all))).toEqual(['bpmn_bridge.step']);
      const attributes = { 'bpmn_bridge.instance.id': instanceId, 'bpmn_bridge.report.seq': expect.any(Number) };
      expect(report.links[0]?.attributes).toEqual(attributes);
    }
    const [entry] = await world.bridge.outbox.list({ instanceId });
    expect(entry?.traceparent).toBe(`00-${steps[0]?.spanContext().traceId}-${steps[0]?.spanContext().spanId}-01`);
  });

  test('hold no variable, business key, account, token or payload', async () => {
    await startLeave();
    await world.press('anna', 'approve');
    await world.bridge.messages.send({
      messageTypeCode: 'LEAVE',
      toPersons: 'anna',
      data: { title: SECRET_WORD, paramValueJson: { dish: SECRET_WORD } },
    });
    await world.bridge.idle();
    const said = telemetry.spans().map(({ name, attributes, links, events, status }) => ({
      ...{ name, attributes, status, events },
      links: links.map((link) => link.attributes),
    }));
    expect(telemetry.spans('bpmn_bridge.message')).not.toEqual([]);
    const text = JSON.stringify([said, [...(await telemetry.metrics())]]);
    for (const word of [SECRET_WORD, 'anna', 'approvals-secret', 'fine']) expect(text).not.toContain(word);
  });

  test('of a service that fails have the name of its error, never its message', async () => {
    bookRoom = () => Promise.reject(new RangeError(`no ${SECRET_WORD}`));
    await startLeave();
    await world.press('anna', 'approve');
    const [service] = telemetry.spans('bpmn_bridge.service');
    const [job] = telemetry.spans('bpmn_bridge.job');
    for (const span of [service, job]) {
      expect(span && isFailed(span)).toBe(true);
      expect(span?.attributes['error.type']).toBe('RangeError');
      expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain(SECRET_WORD);
    }
    expect(job?.attributes['bpmn_bridge.job.outcome']).toBe('failed');
    const metrics = await telemetry.metrics();
    const raised = { 'bpmn_bridge.incident.kind': 'job', 'error.type': 'ERR_SERVICE_FAILED' };
    expect(metrics.get('bpmn_bridge.incident.raised')).toEqual([{ value: 1, attributes: raised }]);
    expect(metrics.get('bpmn_bridge.incident.open')).toEqual([{ value: 1, attributes: {} }]);
    expect(metrics.get('bpmn_bridge.job.failed')).toEqual([{ value: 1, attributes: {} }]);
  });

  test('continue the trace of a caller, and are below a span that is active', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const response = await world.bridge.fetch(new Request('http://bridge.example/elsewhere', { headers }));
    expect(response.status).toBe(404);
    const [callback] = telemetry.spans('bpmn_bridge.callback');
    expect(callback?.spanContext().traceId).toBe(traceId);
    expect(callback?.attributes).toMatchObject({ 'bpmn_bridge.callback.kind': 'unknown' });

    const tracer = telemetry.option.tracerProvider.getTracer('the service');
    await tracer.startActiveSpan('ask for leave', async (span) => {
      await startLeave();
      span.end();
    });
    const [step] = telemetry.spans('bpmn_bridge.step');
    expect(step && parentOf(step, telemetry.spans())).toBe('ask for leave');
  });

  test('of every attempt to bring a report are linked to its step', async () => {
    await using proxy = await startFlakyProxy();
    await world[Symbol.asyncDispose]();
    world = await createWorld({
      bridge: {
        telemetry: telemetry.option,
        store: 'sqlite::memory:',
        services: { bookRoom: () => bookRoom() },
        outbox: { retryMinMs: 1, retryMaxMs: 1 },
        center: {
          baseUrl: `${proxy.origin}/center`,
          authUrl: `${proxy.origin}/auth`,
          clientId: 'approvals-client',
          clientSecret: 'approvals-secret',
          appId: 'approvals',
        },
      },
    });
    proxy.target = new URL(world.sandbox.baseUrl).origin;
    let isAway = true;
    proxy.meddle = async (call) =>
      isAway && call.path.endsWith('/taskHandle') ? { status: 500, headers: {}, body: '' } : call.forward();
    await world.bridge.deploy(LEAVE);
    await world.bridge.start('leave', { initiator: 'bo' });
    await vi.waitFor(() => expect(telemetry.spans('bpmn_bridge.report').length).toBeGreaterThan(1));
    const failed = telemetry.spans('bpmn_bridge.report').at(0);
    expect(failed?.attributes).toMatchObject({ 'error.type': 'no_answer', 'bpmn_bridge.delivery.settled': 0 });
    const paused = (await telemetry.metrics()).get('bpmn_bridge.delivery.paused');
    expect(paused).toContainEqual({ value: 1, attributes: { 'bpmn_bridge.delivery.kind': 'report' } });
    isAway = false;
    await vi.waitFor(() => expect(world.pending()).toEqual(['anna:approve']));
    await world.bridge.idle();
    const attempts = telemetry.spans('bpmn_bridge.report');
    expect(attempts.at(-1)?.attributes).toMatchObject({ 'bpmn_bridge.delivery.settled': 1 });
    const [step] = telemetry.spans('bpmn_bridge.step');
    for (const attempt of attempts) {
      expect(attempt.links.map(({ context: { spanId } }) => spanId)).toEqual([step?.spanContext().spanId]);
    }
    const settled = (await telemetry.metrics()).get('bpmn_bridge.delivery.attempts');
    const delivered = { 'bpmn_bridge.delivery.kind': 'report', 'bpmn_bridge.delivery.outcome': 'delivered' };
    expect(settled).toContainEqual({ value: 1, attributes: delivered });
  });
});

describe('metrics', () => {
  test('count presses by verdict, steps, jobs, deliveries, and what is open', async () => {
    const first = await startLeave();
    const second = await startLeave();
    await world.bridge.press(`${first}.1`, { action: 'handle', account: 'anna' });
    await world.bridge.press(`${first}.1`, { action: 'handle', account: 'anna' });
    await world.bridge.press('of nobody', { account: 'anna' });
    const typo = world.bridge.press(`${second}.1`, { action: 'hnadle', account: 'anna' });
    await expect(typo).rejects.toMatchObject({ code: 'ERR_BUTTON_UNKNOWN' });
    await world.bridge.idle();
    const metrics = await telemetry.metrics();
    const of = (name: string) => metrics.get(name);
    const presses = of('bpmn_bridge.press.duration')?.map(({ value, attributes }) => [
      attributes['bpmn_bridge.press.verdict'],
      value,
    ]);
    expect(presses).toEqual([
      ['applied', 1],
      ['stale', 1],
      ['unknown', 1],
      ['invalid', 1],
    ]);
    expect(of('bpmn_bridge.step.duration')).toContainEqual({
      value: 2,
      attributes: {
        'bpmn_bridge.process.id': 'leave',
        'bpmn_bridge.trigger': 'start',
        'bpmn_bridge.step.outcome': 'committed',
      },
    });
    const job = { 'bpmn_bridge.job.kind': 'service', 'bpmn_bridge.job.name': 'bookRoom' };
    expect(of('bpmn_bridge.job.duration')).toEqual([
      { value: 1, attributes: { ...job, 'bpmn_bridge.job.outcome': 'done' } },
    ]);
    const leave = { 'bpmn_bridge.process.id': 'leave' };
    expect(of('bpmn_bridge.instance.open')).toEqual([
      { value: 1, attributes: { ...leave, 'bpmn_bridge.instance.status': 'running' } },
    ]);
    expect(of('bpmn_bridge.task.open')).toEqual([{ value: 1, attributes: leave }]);
    expect(of('bpmn_bridge.work.overdue')?.map(({ value }) => value)).toEqual([0, 0, 0]);
    expect(of('bpmn_bridge.delivery.waiting')).toHaveLength(5);
    // SQLite has no connections.
    expect(metrics.has('db.client.connection.count')).toBe(false);
  });

  test('end with the bridge, whose database is closed', async () => {
    await world.bridge.close();
    expect((await telemetry.metrics()).get('bpmn_bridge.incident.open')).toBeUndefined();
  });
});

test('the option is false, true or providers, and nothing else', async () => {
  const options = { center: {}, callback: {}, identity: 'trust-center', store: 'sqlite::memory:' } as never;
  const problemsOf = async (value: unknown) =>
    createBridge({ ...(options as object), telemetry: value } as never).catch(({ details }) =>
      (details.problems as { path: string; message: string }[]).filter(({ path }) => path.startsWith('telemetry')),
    );
  expect(await problemsOf(false)).toEqual([]);
  expect(await problemsOf(true)).toEqual([]);
  expect(await problemsOf({})).toEqual([]);
  expect(await problemsOf({ tracerProvider: {} })).toEqual([
    { path: 'telemetry.tracerProvider.getTracer', message: expect.any(String) },
  ]);
  expect(await problemsOf('otlp')).toEqual([{ path: 'telemetry', message: expect.any(String) }]);
});
