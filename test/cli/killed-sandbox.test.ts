import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { callTaskHandle, fetchToken, nextTask, openBusinessSystem, reportItem } from '../sandbox/business-system.ts';
import { startSandbox } from './start-cli.ts';
import { tempFile } from './temp-file.ts';

/** Creates the task by a report of its own, and says what was answered. */
async function create(cli: { baseUrl: string; authUrl: string }, token: string, taskId: string) {
  const next = [nextTask(taskId)];
  const items = [reportItem(`${taskId}.start`, 'next', { next })];
  const headers = { authorization: token, 'content-type': 'application/json' };
  return callTaskHandle(cli, JSON.stringify(items), headers);
}

describe('--data', () => {
  it('everything that was answered before a kill -9 exists after it', async () => {
    const path = tempFile('state.json');
    const answered: string[] = [];
    for (const round of [1, 2, 3]) {
      const cli = await startSandbox(['--quiet', '--data', path]);
      const token = await fetchToken(cli);
      const senders = [0, 1, 2, 3].map(async (sender) => {
        for (let n = 0; ; n += 1) {
          const taskId = `${round}-${sender}-${n}`;
          await create(cli, token, taskId);
          answered.push(taskId);
          if (answered.length === round * 40) cli.kill('SIGKILL');
        }
      });
      await Promise.allSettled(senders);
      expect((await cli.ended).signal).toBe('SIGKILL');
    }
    const sandbox = await createSandbox({ data: path });
    expect(answered.length).toBeGreaterThanOrEqual(120);
    expect(answered.filter((taskId) => sandbox.task(taskId)?.state !== 'pending')).toEqual([]);
    expect(sandbox.transactions().map(({ taskIds }) => taskIds.length)).toEqual(sandbox.transactions().map(() => 1));
    await sandbox.close();
  });

  it('prints at its start what is stored, keeps the status urls, and drops access tokens', async () => {
    const path = tempFile('state.json');
    const business = await openBusinessSystem();
    const first = await startSandbox(['--data', path, '--status-url', `approvals=${business.url}/states`]);
    const token = await fetchToken(first);
    await create(first, token, 't-1');
    first.kill('SIGTERM');
    await first.ended;
    const second = await startSandbox(['--data', path]);
    expect(second.out()).toContain(`stored in ${path}: 1 transactions, 1 tasks, 0 messages`);
    expect((await create(second, token, 't-2')).status).toBe(401);
    second.kill('SIGTERM');
    await second.ended;
    const sandbox = await createSandbox({ data: path });
    await sandbox.runNightly();
    expect(business.received.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/states', { taskIds: ['t-1'] }],
    ]);
    await sandbox.close();
  });
});
