/** `status` and `migrate`: what a database alone says of a service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { createDatabaseFile } from '../../bridge/database-file.ts';
import { answerErrors, answerJson } from '../../center/http-center.ts';
import { aJob, aStep, NOON, startInstance } from '../../store/rows.ts';
import { createEmptyDatabase } from '../../support/shared-postgres.ts';
import { DATABASE } from '../../support/tier.ts';
import { runCli } from '../start-cli.ts';
import { createOperated, type Operated, refuseTasks } from './operated.ts';

describe(`on ${DATABASE}, beside the service`, () => {
  let operated: Operated;
  beforeEach(async () => {
    operated = await createOperated(DATABASE);
  });
  afterEach(() => operated[Symbol.asyncDispose]());

  test('nothing to do: exit code 0', async () => {
    await operated.startPlain();
    const { code, out, err } = await operated.read('status');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^reports {4}0 pending; 0 parked, 0 unconfirmed$/m);
    expect(out).toMatch(/^schema {5}0001-first-schema$/m);
    expect(out).toMatch(/\nNothing to do, as far as the database knows\. What .* bridge\.health\(\)\.\n$/);
  });

  test('each problem, and the command for it: exit code 1', async () => {
    await operated.startBooking();
    refuseTasks(operated.center);
    await operated.startPlain();
    const { code, out } = await operated.read('status');
    expect(code).toBe(1);
    expect(out).toContain('1 incident open, 1 of failed jobs');
    expect(out).toMatch(/^ {4}bpmn-transaction-bridge incidents list$/m);
    expect(out).toMatch(/^ {4}bpmn-transaction-bridge outbox list --state parked$/m);
    const { problems, failedJobs, reports } = JSON.parse((await operated.read('status', '--json')).out);
    expect({ failedJobs, parked: reports.parked }).toEqual({ failedJobs: 1, parked: 1 });
    expect(problems.map(({ command }: { command: string }) => command)).toEqual([
      'incidents list',
      'outbox list --state parked',
    ]);
  });

  test('a schema that a newer version has migrated', async () => {
    await operated.damage(
      "insert into bridge_migrations (name, works_from) values ('0099-of-the-future', '0001-first-schema')",
    );
    const { code, out } = await operated.read('status');
    expect(code).toBe(1);
    expect(out).toContain('A newer version of the library has migrated the database (0099-of-the-future)');
    expect(JSON.parse((await operated.read('status', '--json')).out)).toMatchObject({
      newerMigrations: ['0099-of-the-future'],
    });
  });

  test('a report that waits for long', async () => {
    operated.center.onTasks = answerJson(503, {});
    operated.behindMs = 600_000;
    await operated.startPlain();
    const { code, out } = await operated.read('status');
    expect(code).toBe(1);
    expect(out).toContain('The oldest report has waited for 10 min');
    expect(out).toContain('A report waits for its next attempt: the center answered HTTP 503.\n');
    operated.center.onTasks = answerErrors();
  });

  test('no password in what it prints', async () => {
    const { out } = await operated.read('status', '--json');
    const { password } = new URL(operated.url.startsWith('postgres') ? operated.url : 'postgres://none');
    if (password !== '') expect(out).not.toContain(password);
    const wrong = await runCli(['status', '--store', 'postgres://me:hunter2@127.0.0.1:1/nowhere']);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toContain('ERR_STORE_UNAVAILABLE');
    expect(wrong.err).not.toContain('hunter2');
  });

  test('migrate has nothing to do', async () => {
    expect(await operated.read('migrate', '--dry-run')).toEqual({
      ...{ code: 0, err: '' },
      out: 'Nothing to do: the schema is 0001-first-schema.\n',
    });
  });
});

describe('a command that changes something', () => {
  test('is refused on a file while the service runs, with what to do', async () => {
    const operated = await createOperated('sqlite');
    try {
      const { code, err } = await operated.read('outbox', 'now');
      expect(code).toBe(1);
      expect(err).toMatch(/^ERR_STORE_LOCKED: a service has this file open.*stop the service/);
    } finally {
      await operated[Symbol.asyncDispose]();
    }
  });
});

test('a job that an operator retries is not overdue', async () => {
  using file = createDatabaseFile();
  const store = await openStore(file.store);
  await startInstance(store, 'i-1');
  await store.commitStep(aStep({ baseRevision: 1, jobsCreated: [aJob('j-1')] }));
  await store.makeJobDue('j-1', NOON);
  await store.close();
  const { out } = await runCli(['status', '--store', file.store, '--json']);
  expect(JSON.parse(out)).toMatchObject({ due: 1, overdueMs: 0, problems: [] });
});

describe('a database that is not there, or empty', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'operate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('a path without a file is refused, and no file is made', async () => {
    const path = join(folder, 'typo.db');
    for (const command of [['status'], ['outbox', 'now'], ['migrate']]) {
      const { code, err } = await runCli([...command, '--store', `sqlite:${path}`]);
      expect({ command, code, err }).toMatchObject({ code: 1, err: expect.stringContaining('there is no file') });
    }
    expect(() => rmSync(path)).toThrow('ENOENT');
  });

  test('an empty file and an empty database get their tables by migrate alone', async () => {
    const path = join(folder, 'empty.db');
    writeFileSync(path, '');
    const database = DATABASE === 'postgres' ? await createEmptyDatabase() : undefined;
    const url = database?.url ?? `sqlite:${path}`;
    try {
      const refused = await runCli(['status', '--store', url]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('ERR_STORE_OLDER') });
      expect(await runCli(['outbox', 'now', '--store', url])).toMatchObject({ code: 1, err: refused.err });
      const dry = {
        code: 1,
        out: 'Would apply: 0001-first-schema.\n',
      };
      expect(await runCli(['migrate', '--dry-run', '--store', url])).toMatchObject(dry);
      expect(await runCli(['migrate', '--dry-run', '--store', url])).toMatchObject(dry);
      const done = {
        code: 0,
        out: 'Applied: 0001-first-schema.\n',
      };
      expect(await runCli(['migrate', '--store', url, '--by', 'eva'])).toMatchObject(done);
      const store = await openStore(url, 'read');
      const migrations = ['0001-first-schema'];
      const entry = { instanceId: null, type: 'store.migrated', data: { by: 'eva', migrations } };
      expect(await store.listHistory({})).toMatchObject([entry]);
      await store.close();
      expect(await runCli(['status', '--store', url])).toMatchObject({ code: 0 });
    } finally {
      await database?.drop();
    }
  });

  test.each([
    [['status'], 'Say which database'],
    [['status', '--stor', 'x'], 'Unknown option'],
    [['incidents', '--store', 'sqlite:x'], 'Say what to do: list, show, retry'],
    [['incidents', 'mend', '--store', 'sqlite:x'], 'Unknown: incidents mend'],
    [['incidents', 'show', '--store', 'sqlite:x'], 'incidents show <incidentId>'],
    [['outbox', 'list', '--state', 'lost', '--store', 'sqlite:x'], 'use one of pending, parked'],
  ])('%j is wrong usage: exit code 2', async (args, said) => {
    const { code, err } = await runCli(args);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });
});
