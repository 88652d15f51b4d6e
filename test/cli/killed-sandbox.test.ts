import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import {
  askToken,
  callTaskHandle,
  fetchToken,
  nextTask,
  openBusinessSystem,
  reportItem,
  TOKEN_FORM,
} from '../sandbox/business-system.ts';
import { startSandbox } from './start-cli.ts';
import { tempFile } from './temp-file.ts';

type Answer = { code: number; data: { errorIds: { code: number; taskId: string }[] } | null };

/** Creates the task by a report of its own, and says what was answered. */
async function create(cli: { baseUrl: string; authUrl: string }, token: string, taskId: string, summary = '') {
  const next = [nextTask(taskId, summary === '' ? {} : { taskSummary: [`Text|${summary}`] })];
  const items = [reportItem(`${taskId}.start`, 'next', { next })];
  const headers = { authorization: token, 'content-type': 'application/json' };
  const { status, answer } = await callTaskHandle(cli, JSON.stringify(items), headers);
  return { status, answer: answer as Answer };
}

describe('--data', () => {
  it('everything that was answered before a kill -9 exists after it', async () => {
    const path = tempFile('state.db');
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
    const path = tempFile('state.db');
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

  it('answers 500 while the disk is full, and loses nothing that it answered with success', async () => {
    const path = tempFile('state.db');
    const limit = ['bash', '-c', 'ulimit -f 200; exec "$@"', 'limited'];
    const cli = await startSandbox(['--quiet', '--data', path], limit);
    const token = await fetchToken(cli);
    const kept: string[] = [];
    let refused: Awaited<ReturnType<typeof create>> | undefined;
    for (let n = 0; refused === undefined && n < 200; n += 1) {
      const answer = await create(cli, token, `t-${n}`, 'x'.repeat(10_000));
      if (answer.status === 200) kept.push(`t-${n}`);
      else refused = answer;
    }
    expect(refused).toMatchObject({ status: 500, answer: { code: 500, data: null } });
    expect(kept.length).toBeGreaterThan(0);
    expect((await askToken(cli, TOKEN_FORM)).status).toBe(500);
    cli.kill('SIGKILL');
    await cli.ended;
    const sandbox = await createSandbox({ data: path });
    expect(kept.filter((taskId) => sandbox.task(taskId) === undefined)).toEqual([]);
    await sandbox.close();
  });
});
