/** A service that is asked to stop, as a process manager does it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { REPOSITORY } from './run-node.ts';
import { makeTempFolder } from './temp-folder.ts';

test('SIGTERM ends the service of the README with exit code 0, and nothing in its database is held by it any more', async () => {
  await using folder = await makeTempFolder();
  await symlink(`${REPOSITORY}processes`, join(folder.path, 'processes'));
  const sandbox = await createSandbox();
  const tsx = ['--report-on-signal', '--import', `${REPOSITORY}node_modules/tsx/dist/loader.mjs`];
  const file = `${REPOSITORY}test/e2e/stopped-service.child.ts`;
  const child = spawn(process.execPath, [...tsx, file, sandbox.baseUrl, sandbox.authUrl], {
    cwd: folder.path,
    // Without it the example would import the built package, which need not be there.
    env: { ...process.env, TSX_TSCONFIG_PATH: `${REPOSITORY}tsconfig.json` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const hasEnded = new AbortController();
    child.once('exit', () => hasEnded.abort());
    const signal = AbortSignal.timeout(50_000);
    const explain = (stage: string) => async () => {
      throw new Error(`${stage}: ${await reportOf(child, folder.path)}`);
    };
    const [instanceId] = await once(createInterface(child.stdout), 'line', {
      signal: AbortSignal.any([signal, hasEnded.signal]),
    }).catch(explain('did not start'));
    child.kill('SIGTERM');
    expect(await once(child, 'exit', { signal }).catch(explain('did not stop'))).toEqual([0, null]);
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

/** What a process that hangs is doing: its stack, and what keeps it alive (Node.js, "Diagnostic report"). */
async function reportOf(child: ChildProcess, folder: string): Promise<string> {
  if (child.exitCode !== null) return `it has exited with code ${child.exitCode}`;
  child.kill('SIGUSR2');
  let written: string | undefined;
  for (let tries = 0; written === undefined && tries < 50; tries += 1) {
    await setTimeout(100);
    written = (await readdir(folder)).find((name) => name.startsWith('report.'));
  }
  if (written === undefined) return 'its event loop does not turn';
  const { javascriptStack, libuv } = JSON.parse(await readFile(join(folder, written), 'utf8'));
  const alive = libuv.filter(
    (handle: { is_active: boolean; is_referenced: boolean }) => handle.is_active && handle.is_referenced,
  );
  return JSON.stringify({ javascriptStack, alive });
}
