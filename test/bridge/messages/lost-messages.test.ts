/** A center that takes a message and whose answer is lost: people have it once. */
import { expect, test } from 'vitest';
import { startFlakyProxy } from '../../support/flaky-proxy.ts';
import { createWorld } from '../world.ts';

test('a message whose answer is lost is asked again under its sendId, and the center has it once', async () => {
  await using world = await createWorld();
  const { origin } = new URL(world.sandbox.baseUrl);
  await using proxy = await startFlakyProxy(origin);
  let now = Date.now();
  const center = {
    baseUrl: world.sandbox.baseUrl.replace(origin, proxy.origin),
    authUrl: world.sandbox.authUrl,
    clientId: 'approvals-client',
    clientSecret: 'approvals-secret',
    appId: 'approvals',
  };
  const bridge = await world.reopen({ center, clock: () => now });
  let calls = 0;
  proxy.meddle = async (call) => {
    const answer = await call.forward();
    calls += 1;
    return calls <= 2 ? 'cut' : answer;
  };
  await bridge.messages.send({
    sendId: 's-1',
    messageTypeCode: 'NOTICE',
    toPersons: 'anna',
    data: { title: 'Closed', paramValueJson: { text: 'on Friday' } },
  });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await bridge.idle();
    now += 300_000;
  }
  expect(calls).toBe(3);
  expect(await bridge.messages.get('s-1')).toMatchObject({ state: 'sent', attempts: 3 });
  expect(world.sandbox.sentMessages()).toMatchObject([{ sendId: 's-1' }]);
  expect(world.sandbox.messages('anna', 'pc')).toHaveLength(1);
});
