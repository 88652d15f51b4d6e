/** What the bridge says of itself: to a load balancer, to an operator, and to whoever starts too much. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bridge, type BridgeOptions, createBridge } from '../../../src/index.ts';
import { answerErrors, answerJson, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;
let now = Date.UTC(2026, 4, 4, 4);
let warnings: [string, unknown][];
let errors: string[];

async function open(maxUndelivered = 100_000, identity: BridgeOptions['identity'] = 'trust-center'): Promise<void> {
  warnings = [];
  errors = [];
  bridge = await createBridge({
    ...optionsFor(center),
    store: file.store,
    identity,
    services: { book: () => Promise.reject(new Error('no')) },
    jobs: { maxAttempts: 1 },
    outbox: { maxUndelivered },
    clock: () => now,
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message, fields) => void warnings.push([message, fields]),
      error: (message) => void errors.push(message),
    },
  });
}

beforeEach(async () => {
  file = createDatabaseFile();
  center = await startHttpCenter();
  await open();
  const check = userTask('check', { assignee: 'bo' });
  await bridge.deploy(processFile([start(), check, end()], 'start > check > end', { id: 'plain' }));
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const startPlain = () => bridge.start('plain', { initiator: 'anna' });
const FINE = {
  ok: true,
  problems: [],
  storeNewer: false,
  storeReachable: true,
  failingFunctions: [],
  centerRefuses: false,
  unreadableDefinitions: [],
  newerMigrations: [],
  centerTriedAgainAt: { reports: null, messages: null },
  reports: { pending: 0, parked: 0, unconfirmed: 0, oldestUndeliveredMs: null },
  messages: { pending: 0, parked: 0, oldestUndeliveredMs: null },
  incidents: 0,
  setAside: 0,
};

describe('health', () => {
  test('is fine while nothing is wrong', async () => {
    await startPlain();
    await bridge.idle();
    expect(await bridge.health()).toEqual(FINE);
  });

  test('says that a center is away and how long reports have waited, and keeps the bridge in service', async () => {
    center.onTasks = answerJson(503, {});
    await startPlain();
    await bridge.idle();
    now += 61_000;
    const health = await bridge.health();
    expect(health).toMatchObject({ ok: true, reports: { pending: 1, oldestUndeliveredMs: 61_000 } });
    expect(health.centerTriedAgainAt.reports).toBeGreaterThan(now - 61_000);
    expect(health.problems).toEqual([
      'The center does not answer, or not as the interface says (check center.baseUrl and center.authUrl): calls are retried with back-off; bridge.outbox.now() ends the pause when it is there again. Command: outbox now.',
      'The oldest report has been waiting for 61 s to be delivered. Command: outbox list --state pending.',
    ]);
    center.onTasks = answerErrors();
    await bridge.idle();
    expect(await bridge.health()).toEqual(FINE);
  });

  test.each([401, 403, 404])(
    'tells a center that refuses with HTTP %i from one that does not answer',
    async (status) => {
      center.onTasks = answerJson(status, {});
      await startPlain();
      await bridge.idle();
      expect(await bridge.health()).toMatchObject({
        ok: true,
        centerRefuses: true,
        problems: [expect.stringContaining('The center refuses the calls')],
      });
      center.onTasks = answerJson(503, {});
      now += 600_000;
      await bridge.idle();
      expect(await bridge.health()).toMatchObject({
        centerRefuses: false,
        problems: [expect.stringContaining('does not answer'), expect.stringContaining('waiting')],
      });
      now += 600_000;
      center.onTasks = answerErrors();
      await bridge.idle();
      expect(await bridge.health()).toEqual(FINE);
    },
  );

  test('names what stands parked, unconfirmed or as an incident, with what to do', async () => {
    center.onTasks = (response, call, count) => {
      const [item] = JSON.parse(call.body);
      answerErrors({ taskId: item.next?.[0].taskId, code: 400, message: 'no such account' })(response, call, count);
    };
    await startPlain();
    await bridge.idle();
    const book = serviceTask('book', { service: 'book' });
    await bridge.deploy(processFile([start(), book, end()], 'start > book > end', { id: 'booking' }));
    await bridge.start('booking', { initiator: 'anna' });
    await bridge.idle();
    expect(await bridge.health()).toMatchObject({ ok: true, reports: { parked: 1 }, incidents: 1 });
    expect((await bridge.health()).problems).toEqual([
      "Reports that the center refused: 1. See bridge.outbox.list({ state: 'parked' }), then retry or skip them. Command: outbox retry or outbox skip, after outbox list --state parked.",
      'Incidents: 1. See bridge.incidents.list({ open: true }), fix the cause and retry them, or end the instance if nothing can move it. Command: incidents retry, after incidents list.',
    ]);
  });

  test('says which function of identity hangs, also while other calls of it are answered', async () => {
    await bridge.close();
    let free = (_isMember: boolean): void => undefined;
    const hangs = new Promise<boolean>((resolve) => {
      free = resolve;
    });
    await open(100_000, { isMember: (_group, account) => (account === 'ghost' ? hangs : true) });
    await bridge.deploy(
      processFile([start(), userTask('check', { groups: 'clerks' }), end()], 'start > check > end', {
        id: 'of-group',
      }),
    );
    const { instanceId } = await bridge.start('of-group', { initiator: 'anna' });
    const late = bridge.press(`${instanceId}.1`, { action: 'handle', account: 'ghost' });
    await expect(late).rejects.toMatchObject({ code: 'ERR_IDENTITY_FAILED' });
    await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'bo' });
    const health = await bridge.health();
    expect(health.failingFunctions).toEqual(['identity.isMember']);
    expect(health.problems).toEqual([
      expect.stringMatching(/^identity\.isMember answers, but not every call: late and still without an answer: 1\. /),
    ]);
    free(true);
    await vi.waitFor(async () => expect((await bridge.health()).failingFunctions).toEqual([]));
  }, 30_000);

  test('names a definition that cannot be read until its row is restored', async () => {
    const { instanceId } = await startPlain();
    const [{ definitionId = '' } = {}] = await bridge.instances.list();
    await bridge.close();
    file.run("update definitions set xml = replace(xml, 'Check', 'Chuck') || ' '");
    await open();
    await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'bo' }).catch(() => undefined);
    const health = await bridge.health();
    expect(health).toMatchObject({ ok: true, unreadableDefinitions: [definitionId] });
    expect(health.problems[0]).toContain(`The definition ${definitionId} cannot be read (ERR_STORE_INVALID)`);
    expect(health.problems[0]).toContain(`Command: definitions show ${definitionId}.`);
    file.run("update definitions set xml = replace(rtrim(xml), 'Chuck', 'Check')");
    expect((await bridge.health()).unreadableDefinitions).toEqual([]);
  });

  test('says that a newer version of the library has migrated the database meanwhile', async () => {
    file.run("insert into bridge_migrations (name, works_from) values ('0099-of-the-future', '0001-first-schema')");
    const { newerMigrations, problems } = await bridge.health();
    expect(newerMigrations).toEqual(['0099-of-the-future']);
    expect(problems).toEqual([
      expect.stringMatching(
        /^A newer version .* \(0099-of-the-future\): update this service.* Command: migrate --dry-run\.$/,
      ),
    ]);
  });

  test('takes a closed bridge out of service, and never rejects', async () => {
    await bridge.close();
    expect(await bridge.health()).toMatchObject({ ok: false, storeReachable: false, reports: null, incidents: null });
  });
});

describe('a backlog', () => {
  test('beyond its bound refuses starts, not presses, and starts go on once the center takes it', async () => {
    await bridge.close();
    await open(3);
    const keyed = { initiator: 'anna', startKey: 'one' };
    const { instanceId } = await bridge.start('plain', keyed);
    await bridge.idle();
    center.onTasks = answerJson(503, {});
    for (let count = 0; count < 4; count += 1) await startPlain();
    await expect(startPlain()).rejects.toMatchObject({ code: 'ERR_OUTBOX_FULL' });
    await expect(startPlain()).rejects.toMatchObject({ code: 'ERR_OUTBOX_FULL' });
    const full = 'too many reports wait for the center; no instance is started until fewer do';
    expect(errors.filter((message) => message === full)).toHaveLength(1);
    const { problems } = await bridge.health();
    expect(problems).toContainEqual(expect.stringMatching(/^More than 3 reports wait .* Command: outbox list\.$/));
    await expect(bridge.start('plain', keyed)).resolves.toEqual({ instanceId });
    expect(await bridge.instances.list()).toHaveLength(5);
    expect(await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'bo' })).toMatchObject({
      kind: 'applied',
    });
    center.onTasks = answerErrors();
    now += 600_000;
    await bridge.idle();
    await startPlain();
    expect(warnings).toContainEqual(['instances are started again', { event: 'outbox.has-room' }]);
  });

  test('that is found at the start is said, with what is in it', async () => {
    center.onTasks = answerJson(503, {});
    for (let count = 0; count < 101; count += 1) await startPlain();
    await bridge.close();
    await open();
    await vi.waitFor(() =>
      expect(warnings).toContainEqual([
        'there is a large backlog from before the start',
        { event: 'backlog.large', reports: 101, messages: 0, jobsAndTimers: 0 },
      ]),
    );
  });
});
