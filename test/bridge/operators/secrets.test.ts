import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import { type BridgeOptions, createBridge } from '../../../src/index.ts';
import { draw } from '../../support/draw.ts';
import { startFlakyProxy } from '../../support/flaky-proxy.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, SIGNING_KEYS } from '../world.ts';

const PROCESS = draw({ people: { a: 'anna', b: 'bo' }, services: 'work', paths: 'start > a > work > b > end' });
const KEY = Buffer.from('the-key-of-AES-is-32-bytes-long!').toString('base64');
const IV = Buffer.from('its-iv-has-16-b.').toString('base64');
const PAYLOAD = 'salary 1234';
const ID_TOKEN = 'id-token-of-anna';

it('no token, key, secret or payload stands in a log, an event, an error or what can be asked', async () => {
  using file = createDatabaseFile();
  await using proxy = await startFlakyProxy();
  const told: unknown[] = [];
  const accessTokens = new Set<string>();
  const signatures = new Set<string>();
  const cipher = { kind: 'aes-cbc', key: KEY, iv: IV } as const;
  await using world = await createWorld({
    bridge: {
      store: file.store,
      center: {
        baseUrl: `${proxy.origin}/center`,
        authUrl: `${proxy.origin}/auth`,
        clientId: 'approvals-client',
        clientSecret: 'approvals-secret',
        appId: 'approvals',
      },
      services: {
        work: () => {
          throw new Error('the ledger is closed');
        },
      },
      jobs: { maxAttempts: 2, retryMinMs: 1 },
      outbox: { retryMinMs: 1, retryMaxMs: 1, maxItemAttempts: 2 },
      reportHoldMs: 0,
    },
    callback: {
      cipher,
      idToken: (token, account) => {
        if (account === 'chen') throw new Error(`${ID_TOKEN} is not good`);
        return token !== ID_TOKEN;
      },
      answer: (answer) => {
        throw new Error(`${PAYLOAD} ${answer.httpStatus}`);
      },
    },
    sandbox: { callbackCipher: cipher },
  });
  const { bridge, sandbox } = world;
  proxy.target = new URL(sandbox.baseUrl).origin;
  bridge.on('task.created', () => {
    throw new Error('the listener is deaf');
  });
  for (const name of ['incident', 'report.delivered', 'report.parked', 'task.created', 'task.handled'] as const) {
    bridge.on(name, (event: unknown) => void told.push(event));
  }

  // The token endpoint refuses the client, quoting what it was sent; then the center refuses the token, quoting it.
  let refusals = 0;
  proxy.meddle = async (call) => {
    const { authorization } = call.headers;
    if (authorization !== undefined) accessTokens.add(authorization);
    refusals += 1;
    told.push((await bridge.outbox.list()).map(({ reason }) => reason));
    if (refusals > 9) return call.forward();
    if (call.path.startsWith('/auth') && refusals > 3) return call.forward();
    const body = JSON.stringify({ error: 'invalid_client', error_description: `${call.body} ${authorization ?? ''}` });
    return { status: 401, headers: { 'content-type': 'application/json' }, body };
  };
  await bridge.deploy(PROCESS);
  await bridge.start('process', { initiator: 'anna', variables: { note: PAYLOAD } });
  await vi.waitFor(() => expect(world.pending()).toEqual(['anna:a']), { timeout: 10_000 });
  expect(accessTokens.size).toBeGreaterThan(0);

  // Callbacks that are refused, in every way there is.
  const taskId = world.taskOf('anna', 'a');
  const url = sandbox.task(taskId)?.buttons[0]?.url ?? '';
  signatures.add(url.split('.').at(-1) ?? '');
  const raw = { action: 'Handle', account: 'anna', opinions: PAYLOAD, raw: true };
  const strange = [
    { ...raw, url: `${url}x` },
    { ...raw, headers: { 'x-id-token': ID_TOKEN } },
    { ...raw, account: 'chen' },
    { ...raw, account: 'dara' },
    { ...raw, time: PAYLOAD },
    { ...raw, url: url.replace('/tasks/', '/status/') },
  ];
  for (const press of strange) await sandbox.press(taskId, press);
  const headers = { 'content-type': 'application/json', uuid: 'u-1', 'x-id-token': ID_TOKEN };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ data: KEY }) });
  await fetch(url, { method: 'POST', headers, body: PAYLOAD });

  // A press that works, and a service that fails: its words are its own.
  await sandbox.press(taskId, { action: 'Handle', account: 'anna', opinions: 'fine' });
  await vi.waitFor(async () => expect(await bridge.incidents.list()).toHaveLength(1));
  told.push(await bridge.incidents.list());
  told.push(await bridge.instances.list(), world.log, inspect(bridge, { depth: 9 }));

  // Errors, with all that hangs on them.
  const options = {
    center: { baseUrl: 'x', authUrl: 'x', clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 7 },
    callback: { publicUrl: 'y', signingKeys: SIGNING_KEYS, cipher: { ...cipher, iv: KEY }, idToken: ID_TOKEN },
    identity: PAYLOAD,
    store: `postgres://user:${PAYLOAD}@host/db`,
  };
  const attempts = [
    () => createBridge(options as unknown as BridgeOptions),
    () => bridge.start('process', { initiator: 'anna', variables: { note: PAYLOAD, date: new Date() } } as never),
    () => bridge.press(taskId, { account: 'anna', opinions: 7, variables: { note: PAYLOAD } } as never),
  ];
  for (const attempt of attempts) {
    const error: unknown = await attempt().then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown,
    );
    told.push(inspect(error, { depth: 9 }));
  }

  const refusalsHeard = world.log.filter(({ message }) => message === 'a callback was refused');
  expect(refusalsHeard.length).toBeGreaterThan(4);
  expect(world.log.some(({ level }) => level === 'error')).toBe(true);
  const text = told.map((each) => inspect(each, { depth: 9, maxStringLength: null, maxArrayLength: null })).join('\n');
  const secrets = {
    'client secret': 'approvals-secret',
    'signing secret': SIGNING_KEYS[0]?.secret ?? '',
    'cipher key': KEY,
    'cipher iv': IV,
    'id token': ID_TOKEN,
    payload: PAYLOAD,
    ...Object.fromEntries([...accessTokens].map((token, n) => [`access token ${n}`, token])),
    ...Object.fromEntries([...signatures].map((signature, n) => [`signature ${n}`, signature])),
  };
  const leaked = Object.entries(secrets).filter(([, secret]) => secret === '' || text.includes(secret));
  expect(leaked.map(([name]) => name)).toEqual([]);
});
