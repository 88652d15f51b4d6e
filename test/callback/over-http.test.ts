import { request as httpRequest } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { FetchServer } from '../support/serve-fetch.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { BUTTON_URL, createDesk, PARAMETERS } from './callback-fixture.ts';

const servers: FetchServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serveDesk(changes: Parameters<typeof createDesk>[0] = {}) {
  const desk = createDesk(changes);
  const server = await serveFetch(desk.handle);
  servers.push(server);
  return { ...desk, url: `${server.origin}${new URL(BUTTON_URL).pathname}` };
}

const headers = { 'content-type': 'application/json', uuid: 'u-1', 'x-id-token': 't' };

test('mounted in a node:http server, a button works by POST, PUT and GET', async () => {
  const { url, presses } = await serveDesk();
  for (const method of ['POST', 'PUT']) {
    const response = await fetch(url, { method, headers, body: JSON.stringify(PARAMETERS) });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code: 0 });
  }
  expect((await fetch(`${url}?${new URLSearchParams(PARAMETERS)}`, { headers })).status).toBe(200);
  expect(presses).toHaveLength(3);
  expect(new Set(presses.map(({ fingerprint }) => fingerprint)).size).toBe(1);
});

test('HEAD and OPTIONS are answered 405 and press nothing', async () => {
  const { url, presses } = await serveDesk();
  for (const method of ['HEAD', 'OPTIONS']) expect((await fetch(url, { method, headers })).status).toBe(405);
  expect(presses).toEqual([]);
});

test('a client that never stops sending gets its 413 all the same', async () => {
  const { url, presses } = await serveDesk({ maxBodyBytes: 1000 });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = httpRequest(url, { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' } });
    call.on('response', (response) => {
      resolve(response.statusCode);
      call.destroy();
    });
    call.on('error', reject);
    call.write(Buffer.alloc(2000, ' '));
  });
  expect(status).toBe(413);
  expect(presses).toEqual([]);
});

test('two people pressing at once are both heard', async () => {
  const { url, presses } = await serveDesk();
  const press = (uuid: string) =>
    fetch(url, { method: 'POST', headers: { ...headers, uuid }, body: JSON.stringify(PARAMETERS) });
  const answers = await Promise.all([press('u-1'), press('u-2')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(presses.map(({ uuid }) => uuid).sort()).toEqual(['u-1', 'u-2']);
});
