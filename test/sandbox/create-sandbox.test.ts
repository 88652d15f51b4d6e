import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { fetchToken, openSandbox } from './business-system.ts';

it('runs several centers side by side, each on a free port and with tokens of its own', async () => {
  const [first, second] = [await openSandbox(), await openSandbox()];
  expect(first.baseUrl).not.toBe(second.baseUrl);
  const token = await fetchToken(first);
  const url = `${second.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`;
  const headers = { authorization: token, 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: '[]' })).status).toBe(401);
});

it('reports a port that is in use', async () => {
  const first = await openSandbox();
  const port = Number(new URL(first.baseUrl).port);
  await expect(createSandbox({ port })).rejects.toMatchObject({
    code: 'ERR_CONFIG_INVALID',
    message: expect.stringContaining(`port ${port} of 127.0.0.1 is in use`),
  });
});

it('close ends a press that waits for its answer, frees the port at once, and may be called twice', async () => {
  const silent = createServer();
  const pressed = new Promise<void>((resolve) => silent.on('request', () => resolve()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const sandbox = await openSandbox();
  await fetchToken(sandbox);
  const press = sandbox.press('t-1', { action: '-', account: 'bo', raw: true, url });
  await pressed;
  await Promise.all([sandbox.close(), sandbox.close()]);
  expect(await press).toMatchObject({ status: undefined, failure: expect.any(String) });
  await openSandbox({ port: Number(new URL(sandbox.baseUrl).port) });
  silent.close();
});
