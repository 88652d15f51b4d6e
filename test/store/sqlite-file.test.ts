import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPragmas } from '../../src/store/sqlite/create-sqlite-store.ts';
import type { IncidentRow } from '../../src/store/store.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { createSqliteStore } from '../support/inner/store.ts';
import { unprivileged } from '../support/unprivileged.ts';
import { aJob, aMessage, anInstance, aReport, aStep, DEFINITION, NOON, startInstance } from './rows.ts';
import { startChild } from './start-child.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-'));
  path = join(directory, 'bridge.db');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Does something to the file behind the store's back. */
function withDatabase<Result>(use: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a file that did not exist', () => {
  it('is for its owner alone, with its log and its lock', async () => {
    const store = await createSqliteStore({ path });
    await store.putDefinitions([DEFINITION]);
    const modes = readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toMatchObject({
      'bridge.db': 0o600,
      'bridge.db-wal': 0o600,
      'bridge.db.lock': 0o600,
    });
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    await store.close();
  });
});

describe('a file of another user', () => {
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = unprivileged();

  it('is not locked to that user by a command of root: what it creates has the owner and mode of the file', async () => {
    writeFileSync(path, '');
    for (const file of [directory, path]) chownSync(file, uid, gid);
    chmodSync(path, 0o660);
    const store = await createSqliteStore({ path });
    await store.putDefinitions([DEFINITION]);
    for (const name of readdirSync(directory)) {
      const found = statSync(join(directory, name));
      expect([name, found.uid, found.gid, found.mode & 0o777]).toEqual([name, uid, gid, 0o660]);
    }
    await store.close();
  });

  it('says whose it is when it cannot be opened', async () => {
    await (await createSqliteStore({ path })).close();
    for (const file of [directory, path]) chownSync(file, uid, gid);
    chmodSync(`${path}.lock`, 0o000);
    const program = await bundleProgram('test/store/hold-store.child.ts');
    const failed = await promisify(execFile)(process.execPath, [program, `sqlite:${path}`], unprivileged()).catch(
      String,
    );
    expect(failed).toContain(`ERR_STORE_UNAVAILABLE`);
    const whose = `${path}.lock belongs to user ${process.getuid?.()}, and this is user ${uid}`;
    expect(failed).toContain(whose);
  });
});

describe('one bridge at a time on a file', () => {
  it('refuses a second one in the same process, also under another name of the file', async () => {
    const store = await createSqliteStore({ path });
    const otherName = join(directory, 'link.db');
    symlinkSync(path, otherName);
    await expect(createSqliteStore({ path })).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' });
    await expect(createSqliteStore({ path: otherName })).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' });
    await store.close();
    await (await createSqliteStore({ path: otherName })).close();
  });

  it('refuses a second one in another process, until that is killed with kill -9', async () => {
    const child = await startChild(new URL('hold-store.child.ts', import.meta.url), `sqlite:${path}`);
    await child.nextLine();
    await expect(createSqliteStore({ path })).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' });
    await child.kill();
    await (await createSqliteStore({ path })).close();
  });

  it('lets a shell look into the database meanwhile', async () => {
    const store = await createSqliteStore({ path });
    await store.putDefinitions([DEFINITION]);
    expect(withDatabase((database) => database.prepare('select process_id from definitions').all())).toEqual([
      { process_id: 'leave' },
    ]);
    await store.close();
  });
});

describe('what was acknowledged', () => {
  it('is all in the one file when the store is closed, so that a copy of it is a whole copy', async () => {
    const store = await createSqliteStore({ path });
    await startInstance(store, 'i-1', [aReport('t-1')]);
    await store.close();
    const copy = join(directory, 'copy.db');
    copyFileSync(path, copy);
    const again = await createSqliteStore({ path: copy });
    expect(await again.getInstance('i-1')).toMatchObject({ revision: 1 });
    expect(await again.listOutbox({})).toHaveLength(1);
    await again.close();
  });

  it('is on the disk before it is acknowledged', () => {
    const pragmas = withDatabase((database) => {
      setPragmas(database);
      const names = ['journal_mode', 'synchronous', 'foreign_keys', 'fullfsync'];
      return names.map((name) => Object.values(database.prepare(`pragma ${name}`).get())[0]);
    });
    const full = 2;
    expect(pragmas).toEqual(['wal', full, 1, 1]);
  });

  it('is there, and whole, after kill -9 in the middle of commits', async () => {
    for (let round = 0; round < 4; round += 1) {
      const child = await startChild(new URL('commit-forever.child.ts', import.meta.url), path, String(round));
      const acknowledged: string[] = [];
      while (acknowledged.length < 20 + round * 17) acknowledged.push(await child.nextLine());
      acknowledged.push(...(await child.kill()));

      const store = await createSqliteStore({ path });
      const instances = await store.listInstances({ limit: 100_000 });
      const stored = new Set(instances.map((instance) => instance.instanceId));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      for (const id of stored) {
        expect(await store.getTask(`t-${id}`)).toBeDefined();
        expect(await store.getJob(`j-${id}`)).toBeDefined();
        expect(await store.listHistory({ instanceId: id })).toHaveLength(1);
        const reports = (await store.listOutbox({ instanceId: id })).map((row) => row.report.item.previousTaskId);
        expect(reports).toEqual([`a-${id}`, `b-${id}`]);
      }
      await store.close();
    }
  });

  it('is free at once, and a repeat, when the one that leased it for sending was killed', async () => {
    const before = await createSqliteStore({ path });
    await before.putDefinitions([{ ...DEFINITION, timerStarts: [{ startNodeId: 'daily', dueAt: NOON, left: null }] }]);
    await startInstance(before, 'i-1', [aReport('t-1')]);
    await before.commitStep(aStep({ instance: anInstance('i-2', { wakeAt: NOON }), jobsCreated: [aJob('j-1')] }));
    await before.putMessage(aMessage('s-1'));
    await before.close();
    const child = await startChild(new URL('hold-store.child.ts', import.meta.url), `sqlite:${path}`);
    expect(await child.nextLine()).toBe('holding 5');
    await child.kill();
    const store = await createSqliteStore({ path });
    const lease = { now: NOON, limit: 10, leaseMs: 60_000, owner: 'heir' };
    expect(await store.leaseOutbox(lease)).toMatchObject([{ repeat: true, attempts: 2 }]);
    expect(await store.leaseJobs(lease)).toMatchObject([{ jobId: 'j-1', attempts: 2, begun: 1 }]);
    expect(await store.leaseMessages(lease)).toMatchObject([{ sendId: 's-1', attempts: 2 }]);
    expect(await store.leaseTimerStarts(lease)).toMatchObject([{ startNodeId: 'daily', attempts: 2 }]);
    expect(await store.leaseWakeUps(lease)).toMatchObject([{ instanceId: 'i-2' }]);
    await store.close();
  });
});

describe('a file that is not as expected', () => {
  it('is refused and left untouched when a newer version wrote it', async () => {
    await (await createSqliteStore({ path })).close();
    withDatabase((database) => database.exec("insert into bridge_migrations (name) values ('0999-from-the-future')"));
    const before = hashOf(path);
    await expect(createSqliteStore({ path })).rejects.toMatchObject({
      code: 'ERR_STORE_NEWER',
      message: expect.stringContaining('0999-from-the-future'),
    });
    expect(hashOf(path)).toBe(before);
  });

  it('is refused and left untouched when it is not a database', async () => {
    writeFileSync(path, 'meeting notes, nothing else\n'.repeat(200));
    const before = hashOf(path);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(createSqliteStore({ path })).rejects.toMatchObject({
        code: 'ERR_STORE_INVALID',
        message: expect.stringContaining('not an SQLite database'),
      });
    }
    expect(hashOf(path)).toBe(before);
  });

  it('is refused with the reason when its directory does not exist', async () => {
    const nowhere = join(directory, 'nowhere', 'bridge.db');
    await expect(createSqliteStore({ path: nowhere })).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: expect.stringContaining('directory'),
    });
  });

  it('gets the whole schema or nothing of it', async () => {
    withDatabase((database) => database.exec('create table history (mine text)'));
    await expect(createSqliteStore({ path })).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    const tables = withDatabase((database) =>
      database.prepare("select name from sqlite_master where type = 'table'").all(),
    );
    expect(tables.map((table) => table.name)).not.toContain('instances');
    withDatabase((database) => database.exec('drop table history'));
    await (await createSqliteStore({ path })).close();
  });

  it('sets a row aside that cannot be read, says which and not what it holds, and leases the others', async () => {
    const store = await createSqliteStore({ path });
    for (const [instanceId, task, job] of [
      ['i-1', 't-1', 'j-1'],
      ['i-2', 't-2', 'j-2'],
    ] as const) {
      await startInstance(store, instanceId, [aReport(task), aReport(`${task}-later`)]);
      const instance = await store.getInstance(instanceId);
      if (instance === undefined) throw new Error('the instance is gone');
      await store.commitStep(aStep({ instance, baseRevision: 1, jobsCreated: [aJob(job, { instanceId })] }));
    }
    await store.close();
    withDatabase((database) => {
      database.exec("update outbox set report = '{private' where seq = 1");
      database.exec("update jobs set input = '[\"private\"]' where job_id = 'j-1'");
    });
    const again = await createSqliteStore({ path });
    const lease = { now: NOON, limit: 10, leaseMs: 1000, owner: 'me' };
    const item = { previousTaskId: 't-2' };
    const aside = { seq: 1, state: 'parked', reason: expect.stringContaining('cannot be read') };
    expect(await again.leaseOutbox(lease)).toMatchObject([aside, { state: 'pending', report: { item } }]);
    const raised: IncidentRow[] = [];
    expect(await again.leaseJobs(lease, (incident) => raised.push(incident))).toMatchObject([{ jobId: 'j-2' }]);
    expect(raised).toMatchObject([{ subject: 'j-1', code: 'ERR_STORE_INVALID', count: 1 }]);
    // Nothing is due for it, and what comes behind it in its instance waits.
    expect(await again.nextDueAt()).toBe(NOON + 1000);
    expect(await again.leaseOutbox({ ...lease, now: NOON + 1000 })).toMatchObject([{ report: { item } }]);
    const told = [await again.listOutbox({ state: 'parked' }), await again.listIncidents({ open: true })];
    expect(told).toMatchObject([
      [{ ...aside, instanceId: 'i-1' }],
      [{ instanceId: 'i-1', subject: 'j-1', code: 'ERR_STORE_INVALID', reason: expect.stringContaining('row j-1') }],
    ]);
    await expect(again.getJob('j-1')).rejects.toMatchObject({
      code: 'ERR_STORE_INVALID',
      details: { table: 'jobs', id: 'j-1' },
    });
    expect(await again.listHistory({})).toMatchObject([
      { type: 'definition.deployed' },
      { instanceId: 'i-1', type: 'report.parked', data: { seq: 1, reason: aside.reason } },
      { instanceId: 'i-1', type: 'incident.raised', data: { subject: 'j-1', code: 'ERR_STORE_INVALID' } },
    ]);
    expect(JSON.stringify(told)).not.toContain('private');
    await again.close();
  });
});
