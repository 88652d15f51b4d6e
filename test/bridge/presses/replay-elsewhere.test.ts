import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { runTypeScript } from '../../e2e/run-node.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { SIGNING_KEYS } from '../world.ts';

const TWO_STEPS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > check > end',
  { id: 'two-steps' },
);

it('hears a press again in another process on the same database, with the first answer and without a step', async () => {
  using file = createDatabaseFile();
  const sandbox = await createSandbox();
  const options = {
    center: {
      baseUrl: sandbox.baseUrl,
      authUrl: sandbox.authUrl,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
    },
    callback: {
      publicUrl: 'http://bridge.example',
      signingKeys: SIGNING_KEYS,
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: file.store,
  } as const;
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const bridge = await createBridge({ ...options, logger: quiet });
  await bridge.deploy(TWO_STEPS);
  for (const initiator of ['anna', 'anna', 'anna']) await bridge.start('two-steps', { initiator });
  await bridge.idle();

  // One uuid for a whole batch, as a center may send it.
  const uuid = randomUUID();
  const call = (taskId: string, account: string) => ({
    url: sandbox.task(taskId)?.buttons[0]?.url ?? '',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', uuid },
      body: JSON.stringify({ accountName: account, opinions: 'fine', time: '2026-03-01 10:00:00' }),
    },
  });
  const [first, second, third] = sandbox.pending('anna').map(({ taskId }) => taskId) as [string, string, string];
  const calls = [call(first, 'anna'), call(second, 'anna'), call(third, 'bo')];
  const answers: unknown[] = [];
  for (const { url, init } of calls) {
    const response = await bridge.fetch(new Request(url, init));
    answers.push({ status: response.status, ...((await response.json()) as object) });
  }
  expect(answers).toMatchObject([{ data: { verdict: 'applied' } }, { data: { verdict: 'applied' } }, { code: 403 }]);
  await bridge.idle();
  await bridge.close();
  const before = { ...file.dump(), presses: file.presses() };

  const child = await runTypeScript(
    'test/bridge/presses/replay.child.ts',
    [JSON.stringify(options), JSON.stringify(calls)],
    '.',
  );
  expect(child).toMatchObject({ code: 0 });
  const duplicate = { status: 200, code: 0, data: { verdict: 'duplicate' } };
  const heard = JSON.parse(child.stdout);
  expect(heard).toMatchObject([duplicate, duplicate, { status: 200, code: 403, data: { verdict: 'forbidden' } }]);
  const messages = (said: unknown[]) => said.map((answer) => (answer as { message: string }).message);
  expect(messages(heard)).toEqual(messages(answers));
  expect({ ...file.dump(), presses: file.presses() }).toEqual(before);
  await sandbox.close();
}, 60_000);
