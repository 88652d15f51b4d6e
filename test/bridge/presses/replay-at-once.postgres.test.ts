/** Two bridges in front of one database, as in two processes of a service, and a center that sends one call to both. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import { createMigratedDatabase } from '../../support/shared-postgres.ts';
import { SIGNING_KEYS } from '../world.ts';

const TWO_STEPS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > check > end',
  { id: 'two-steps' },
);
const CALLS = 10;

it('applies a press once that reaches two bridges on one database at once; both then give it the first answer', async () => {
  const database = await createMigratedDatabase();
  const sandbox = await createSandbox();
  const { baseUrl, authUrl } = sandbox;
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const open = () =>
    createBridge({
      center: { baseUrl, authUrl, clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' },
      callback: {
        publicUrl: 'http://bridge.example',
        signingKeys: SIGNING_KEYS,
        cipher: { kind: 'none' },
        idToken: 'trust-center',
      },
      identity: 'trust-center',
      store: database.url,
      logger: quiet,
    });
  const [one, other] = [await open(), await open()];
  const servers = await Promise.all([one, other].map((bridge) => serveFetch((request) => bridge.fetch(request))));
  try {
    await one.deploy(TWO_STEPS);
    for (let call = 0; call < CALLS; call += 1) {
      const { instanceId } = await one.start('two-steps', { initiator: 'anna' });
      await one.idle();
      await other.idle();
      const { pathname } = new URL(sandbox.task(`${instanceId}.1`)?.buttons[0]?.url ?? '');
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', uuid: randomUUID() },
        body: JSON.stringify({ accountName: 'anna', opinions: 'fine', time: '2026-03-01 10:00:00' }),
      };
      const pressBoth = () =>
        Promise.all(servers.map(async ({ origin }) => (await fetch(`${origin}${pathname}`, init)).json()));
      const verdictsOf = (answers: readonly unknown[]) =>
        answers.map((answer) => (answer as { data: { verdict: string } }).data.verdict).toSorted();

      const first = await pressBoth();
      expect(first).toMatchObject([{ code: 0 }, { code: 0 }]);
      expect(verdictsOf(first)).toEqual(['applied', 'duplicate']);
      const again = await pressBoth();
      expect(verdictsOf(again)).toEqual(['duplicate', 'duplicate']);
      const messages = [...first, ...again].map((answer) => (answer as { message: string }).message);
      expect(new Set(messages).size).toBe(1);
      const tasks = await other.tasks.list({ instanceId });
      expect(tasks.map(({ taskId, state }) => [taskId, state])).toEqual([
        [`${instanceId}.1`, 'FINISH'],
        [`${instanceId}.2`, 'IN_PROGRESS'],
      ]);
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all([one.close(), other.close()]);
    await sandbox.close();
    await database.drop();
  }
}, 120_000);
