/** A service that is asked to stop, as a process manager does it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { REPOSITORY } from './run-node.ts';
import { makeTempFolder } from './temp-folder.ts';

test('SIGTERM ends the service of the README with exit code 0, and nothing in its database is held by it any more', async () => {
  await using folder = await makeTempFolder();
  await symlink(`${REPOSITORY}processes`, join(folder.path, 'processes'));
  const sandbox = await createSandbox();
  const tsx = ['--import', `${REPOSITORY}node_modules/tsx/dist/loader.mjs`];
  const file = `${REPOSITORY}test/e2e/stopped-service.child.ts`;
  const child = spawn(process.execPath, [...tsx, file, sandbox.baseUrl, sandbox.authUrl], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [instanceId] = await once(createInterface(child.stdout), 'line');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const database = new DatabaseSync(join(folder.path, 'leave.db'), { readOnly: true });
    const all = (sql: string) => database.prepare(sql).all();
    expect(all('select instance_id, status from instances')).toMatchObject([
      { instance_id: instanceId, status: 'running' },
    ]);
    expect(all('select seq from outbox where lease_owner is not null')).toEqual([]);
    database.close();
  } finally {
    child.kill('SIGKILL');
    await sandbox.close();
  }
});
