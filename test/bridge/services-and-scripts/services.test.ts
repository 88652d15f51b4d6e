import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BridgeOptions, ServiceFunction, ServiceJob } from '../../../src/index.ts';
import { end, exclusive, parallel, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

/** Anna applies, the service `book` runs, and whom it names checks. */
const BOOKING = draw({
  id: 'booking',
  people: { apply: 'anna', check: '${approver}' },
  services: 'book',
  paths: 'start > apply > book > check > end',
});
const NOON = 1_760_000_000_000;

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function run(xml: string, services: Record<string, ServiceFunction>, bridge: Partial<BridgeOptions> = {}) {
  world = await createWorld({ bridge: { ...bridge, services } });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables: { days: 3 } });
  return instanceId;
}

/** Presses without waiting for what it sets off. */
async function pressOnly(account: string, nodeId: string): Promise<void> {
  const taskId = await vi.waitFor(() => world.taskOf(account, nodeId));
  const { body } = await world.sandbox.press(taskId, { action: 'Handle', account });
  expect(body).toMatchObject({ code: 0 });
}

/** A service that answers when the test says so. */
function gatedService() {
  const calls: { job: ServiceJob; answer: (result: unknown) => void }[] = [];
  const service: ServiceFunction = (job) => new Promise((answer) => calls.push({ job, answer }));
  return { calls, service };
}

describe('a service that fails', () => {
  it('is called again with growing pauses and the same key, and its result becomes variables', async () => {
    let now = NOON;
    const calls: ServiceJob[] = [];
    const book: ServiceFunction = (job) => {
      calls.push(job);
      if (calls.length === 1) throw new Error('the line is dead');
      if (calls.length === 2) return Promise.reject(new Error('still dead'));
      return { approver: 'bo' };
    };
    await run(BOOKING, { book }, { clock: () => now, jobs: { retryMinMs: 1000, retryMaxMs: 60_000 } });
    await world.bridge.idle();
    await world.press('anna', 'apply');
    expect(calls).toHaveLength(1);
    const pauses: [number, number][] = [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
    ];
    for (const [pauseMs, callsBegun] of pauses) {
      now += pauseMs;
      await world.bridge.idle();
      expect(calls).toHaveLength(callsBegun);
    }
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(calls[0]).toMatchObject({ nodeId: 'book', variables: { days: 3, initiator: 'anna' }, input: {} });
    expect(world.pending()).toEqual(['bo:check']);
    expect(world.reports()).toEqual(['start next apply', 'apply next check']);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('ends as an incident that names it, with the words of the host as its cause, and a line for each attempt', async () => {
    let now = NOON;
    let calls = 0;
    const book = () => {
      calls += 1;
      throw new RangeError('anna has a salary of 1234');
    };
    const incidents: { subject: string }[] = [];
    const jobs = { maxAttempts: 3, retryMinMs: 10, retryMaxMs: 10 };
    const instanceId = await run(BOOKING, { book }, { clock: () => now, jobs });
    world.bridge.on('incident', (incident) => void incidents.push(incident));
    await world.bridge.idle();
    await world.press('anna', 'apply');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      now += 10;
      await world.bridge.idle();
    }
    expect(calls).toBe(3);
    const [incident] = await world.bridge.incidents.list({ open: true });
    expect(incident).toMatchObject({ instanceId, kind: 'job', code: 'ERR_SERVICE_FAILED' });
    expect(incident?.reason).toBe('The service book failed with RangeError.');
    const cause = expect.stringMatching(/^RangeError: anna has a salary of 1234\n {4}at .*services\.test\.ts/);
    expect(incident?.cause).toEqual(cause);
    const subject = { jobId: incident?.subject, nodeId: 'book', name: 'book', cause };
    expect(world.log.slice(-3)).toMatchObject([
      { level: 'warn', fields: { event: 'service.failed', attempt: 1, ...subject } },
      { level: 'warn', fields: { event: 'service.failed', attempt: 2, ...subject } },
      { level: 'error', fields: { event: 'incident.raised', incidentId: incident?.incidentId, cause } },
    ]);
    const history = await world.bridge.history({ instanceId });
    const attempts = history.filter(({ type }) => type === 'job.attempt-failed').map(({ data }) => data);
    const head = 'RangeError: anna has a salary of 1234';
    expect(attempts).toMatchObject([
      { attempt: 1, service: 'book', cause: head },
      { attempt: 2, service: 'book', cause: head },
    ]);
    expect(history.filter(({ type }) => type === 'incident.raised')).toMatchObject([
      { data: { incidentId: incident?.incidentId, code: 'ERR_SERVICE_FAILED', cause } },
    ]);
    expect(incidents).toMatchObject([{ subject: incident?.subject }]);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'running' });
    // What was pressed is told when it has waited long enough, whatever becomes of the service.
    now += 10_000;
    await world.bridge.idle();
    expect(world.reports().at(-1)).toBe('apply none');
  });

  it.each<[string, ServiceFunction]>([
    ['a function', () => () => 1],
    ['a number beyond JSON', () => 10n],
    [
      'a ring',
      () =>
        Object.assign(
          {},
          {
            get self(): unknown {
              return this;
            },
          },
        ),
    ],
    ['a symbol', () => Symbol('private')],
  ])('because it returns %s, is told so', async (_what, book) => {
    await run(BOOKING, { book }, { jobs: { maxAttempts: 1 } });
    await world.bridge.idle();
    await world.press('anna', 'apply');
    const [incident] = await world.bridge.incidents.list();
    expect(incident?.reason).toBe('The service book returned a value that JSON cannot represent: return plain values.');
  });

  it('because it takes too long has its signal aborted, and what it returns later is not heard', async () => {
    const { calls, service } = gatedService();
    await run(BOOKING, { book: service }, { jobs: { maxAttempts: 2, timeoutMs: 30, retryMinMs: 1 } });
    await pressOnly('anna', 'apply');
    await vi.waitFor(async () => expect(await world.bridge.incidents.list()).toHaveLength(1));
    expect(calls.map(({ job }) => job.signal.aborted)).toEqual([true, true]);
    expect(calls[0]?.job.idempotencyKey).toBe(calls[1]?.job.idempotencyKey);
    const [incident] = await world.bridge.incidents.list();
    expect(incident?.reason).toBe('The service book took longer than 30 ms.');
    calls[0]?.answer({ approver: 'bo' });
    await world.bridge.idle();
    expect(await world.bridge.tasks.list()).toMatchObject([{ nodeId: 'apply' }]);
  });

  it('because the process cannot go on with its result is called again, and the incident says why', async () => {
    const xml = processFile(
      [start(), serviceTask('rate'), exclusive('grade'), userTask('a'), end()],
      'start > rate > grade; grade >[${rating > 5}] a > end; grade >[${rating < 3}] end',
      { id: 'rating' },
    );
    const keys: string[] = [];
    const rate: ServiceFunction = ({ idempotencyKey }) => ({ rating: keys.push(idempotencyKey) < 3 ? 4 : 9 });
    let now = NOON;
    await run(xml, { rate }, { clock: () => now, jobs: { maxAttempts: 2, retryMinMs: 10 } });
    await world.bridge.idle();
    now += 10;
    await world.bridge.idle();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const [incident] = await world.bridge.incidents.list();
    expect(incident).toMatchObject({ kind: 'job', code: 'ERR_STEP_FAILED' });
    expect(incident?.reason).toContain('grade');
  });

  it('because the bridge was not given it is called once the bridge is opened with it', async () => {
    using file = createDatabaseFile();
    const { calls, service } = gatedService();
    await run(
      BOOKING,
      { book: service },
      { store: file.store, jobs: { maxAttempts: 1000, retryMinMs: 1, retryMaxMs: 1 } },
    );
    await world.reopen({ services: {} });
    await pressOnly('anna', 'apply');
    await vi.waitFor(() => expect(file.dump().jobs?.[0]?.attempts).toBeGreaterThan(1));
    expect(calls).toEqual([]);
    await world.reopen({ services: { book: () => ({ approver: 'bo' }) } });
    await vi.waitFor(() => expect(world.pending()).toEqual(['bo:check']));
  });
});

describe('a service that is slow', () => {
  it('holds the report back for a while, then the task is told none and what follows as a continuation', async () => {
    const { calls, service } = gatedService();
    await run(BOOKING, { book: service }, { reportHoldMs: 30 });
    await pressOnly('anna', 'apply');
    await vi.waitFor(() => expect(world.reports()).toEqual(['start next apply', 'apply none']));
    calls[0]?.answer({ approver: 'bo' });
    await world.bridge.idle();
    expect(world.reports()).toEqual(['start next apply', 'apply none', 'apply next check']);
    expect(calls).toHaveLength(1);
    await world.press('bo', 'check');
    expect(world.reports().at(-1)).toBe('check end');
    expect(world.pending()).toEqual([]);
    const { kind } = (await world.bridge.outbox.list())[2]?.report ?? {};
    expect(kind).toBe('continuation');
  });

  it('leaves the other branches usable', async () => {
    const xml = processFile(
      [start(), parallel('fork'), serviceTask('slow'), userTask('a'), userTask('b'), parallel('join'), end()],
      'start > fork > slow > join > end; fork > a > b > join',
      { id: 'branches' },
    );
    const { calls, service } = gatedService();
    await run(xml, { slow: service });
    const press = async (nodeId: string) => {
      const [task] = await vi.waitFor(async () => {
        const open = await world.bridge.tasks.list({ handler: nodeId, state: 'IN_PROGRESS' });
        expect(open).toHaveLength(1);
        return open;
      });
      expect(await world.bridge.press(task?.taskId ?? '', { account: nodeId })).toMatchObject({ kind: 'applied' });
    };
    await press('a');
    await press('b');
    expect(calls).toHaveLength(1);
    calls[0]?.answer({});
    await world.bridge.idle();
    expect(world.reports()).toEqual(['start next a', 'a next b', 'b none', 'b end']);
  });

  it('is not heard any more when its branch vanished meanwhile', async () => {
    const xml = draw({
      id: 'asking',
      people: { check: '${approver}' },
      others: [serviceTask('ask', { multiInstance: { cardinality: 3, condition: '${nrOfCompletedInstances >= 1}' } })],
      paths: 'start > ask > check > end',
    });
    using file = createDatabaseFile();
    const { calls, service } = gatedService();
    await run(xml, { ask: service }, { store: file.store });
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    calls[1]?.answer({ approver: 'bo' });
    await vi.waitFor(() => expect(world.pending()).toEqual(['bo:check']));
    expect(
      file
        .dump()
        .jobs?.map(({ state }) => state)
        .toSorted(),
    ).toEqual(['cancelled', 'cancelled', 'done']);
    await vi.waitFor(() => expect(file.dump().outbox).toMatchObject([{ state: 'delivered' }]));
    const before = file.dump();
    for (const { answer } of calls) answer({ approver: 'chen' });
    await world.bridge.idle();
    expect(file.dump()).toEqual(before);
    expect(world.pending()).toEqual(['bo:check']);
  });
});

describe('several services', () => {
  const three = processFile(
    [start(), serviceTask('ask', { multiInstance: { cardinality: 3 } }), userTask('check', { assignee: 'bo' }), end()],
    'start > ask > check > end',
    { id: 'three' },
  );

  it('run side by side, each with a key of its own', async () => {
    const { calls, service } = gatedService();
    await run(three, { ask: service });
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    expect(new Set(calls.map(({ job }) => job.idempotencyKey)).size).toBe(3);
    for (const { answer } of calls.toReversed()) answer({});
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('run at most as many at once as they may, and idle waits for the last', async () => {
    let running = 0;
    let most = 0;
    const ask: ServiceFunction = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await run(three, { ask }, { jobs: { concurrency: 1 } });
    await world.bridge.idle();
    expect(most).toBe(1);
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('one after the other are told as one report', async () => {
    const xml = processFile(
      [start(), userTask('apply', { assignee: 'anna' }), serviceTask('one'), serviceTask('two'), end()],
      'start > apply > one > two > end',
      { id: 'chain' },
    );
    const seen: unknown[] = [];
    const services: Record<string, ServiceFunction> = {
      one: async () => ({ ticket: 7 }),
      two: ({ variables }) => void seen.push(variables.ticket),
    };
    const instanceId = await run(xml, services);
    await world.bridge.idle();
    await world.press('anna', 'apply');
    expect(seen).toEqual([7]);
    expect(world.reports()).toEqual(['start next apply', 'apply end']);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  });
});
