import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callTaskHandle, fetchToken, nextTask, reportItem } from '../sandbox/business-system.ts';
import { startSandbox } from './start-cli.ts';
import { tempFile } from './temp-file.ts';

const ROUNDS = [1, 2, 3];
const ANSWERS_OF_A_ROUND = 30;

/** Lines of many pages, which a kill may cut; a summary for each sender, so that they differ in length. */
const summaryOf = (sender: number) => `Text|${'x'.repeat(50_000 * (sender + 1))}`;

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

describe('--record', () => {
  it('a kill -9 leaves whole lines but for at most the last, with every call that was answered', async () => {
    const path = tempFile('calls.jsonl');
    const answered: string[] = [];
    for (const round of ROUNDS) {
      const cli = await startSandbox(['--quiet', '--record', path]);
      const authorization = await fetchToken(cli);
      const headers = { authorization, 'content-type': 'application/json' };
      const senders = [0, 1, 2, 3].map(async (sender) => {
        for (let n = 0; ; n += 1) {
          const taskId = `${round}-${sender}-${n}`;
          const next = [nextTask(taskId, { taskSummary: [summaryOf(sender)] })];
          await callTaskHandle(cli, JSON.stringify([reportItem(`${taskId}.start`, 'next', { next })]), headers);
          answered.push(taskId);
          if (answered.length === round * ANSWERS_OF_A_ROUND) cli.kill('SIGKILL');
        }
      });
      await Promise.allSettled(senders);
      expect((await cli.ended).signal).toBe('SIGKILL');
      // Of the runs before it, which may each have been cut once, the next start ended the last line.
      const lines = readFileSync(path, 'utf8').split('\n');
      const torn = lines.filter((line) => line !== '' && !isJson(line));
      expect(torn.length).toBeLessThanOrEqual(round);
      const ofThisRun = lines.findLastIndex((line) => line.includes('/oauth2/token') && isJson(line));
      expect(lines.slice(ofThisRun, -1).filter((line) => !isJson(line))).toEqual([]);
    }
    const lines = readFileSync(path, 'utf8').split('\n').filter(isJson);
    const calls = lines.map((line) => JSON.parse(line) as { call: string; body: unknown });
    const recorded = new Set(
      calls.flatMap(({ call, body }) =>
        call === 'taskHandle' ? (body as { next: { taskId: string }[] }[]).map(({ next }) => next[0]?.taskId) : [],
      ),
    );
    expect(answered.length).toBeGreaterThanOrEqual(ROUNDS.length * ANSWERS_OF_A_ROUND);
    expect(answered.filter((taskId) => !recorded.has(taskId))).toEqual([]);
  });
});
