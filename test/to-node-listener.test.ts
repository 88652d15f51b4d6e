import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { serveBridge } from '../examples/serve-bridge.ts';
import { toNodeListener } from '../src/index.ts';

async function echo(request: Request): Promise<Response> {
  const { method, url, headers } = request;
  return Response.json(
    {
      method,
      path: new URL(url).pathname + new URL(url).search,
      uuid: headers.get('uuid'),
      body: await request.text(),
    },
    { status: 201, headers: { 'retry-after': '5' } },
  );
}

function callRaw(url: string, method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, path }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    );
    call.on('error', reject).end();
  });
}

test('a handler sees method, address, headers and body, and its answer goes back', async () => {
  const server = await serveBridge(echo);
  const put = await fetch(`${server.url}/tasks/1?x=ü`, { method: 'PUT', headers: { uuid: 'u-1' }, body: 'opinion ä' });
  expect([put.status, put.headers.get('retry-after')]).toEqual([201, '5']);
  expect(await put.json()).toEqual({ method: 'PUT', path: '/tasks/1?x=%C3%BC', uuid: 'u-1', body: 'opinion ä' });
  const get = await fetch(`${server.url}/tasks/1`);
  expect(await get.json()).toMatchObject({ method: 'GET', path: '/tasks/1', body: '' });
  await server.close();
});

test('a request that the Web API cannot represent is answered 400, and the service continues', async () => {
  const server = await serveBridge(echo);
  expect(await callRaw(server.url, 'TRACE', '/')).toBe(400);
  expect(await callRaw(server.url, 'GET', '/')).toBe(201);
  await server.close();
});

test('a path with several slashes in front, as some gateways write it, is a path and no host', async () => {
  const server = await serveBridge(
    async ({ url }) => new Response(null, { status: url.endsWith('//tasks/1') ? 200 : 404 }),
  );
  expect(await callRaw(server.url, 'GET', '//tasks/1')).toBe(200);
  expect(await callRaw(server.url, 'GET', '//')).toBe(404);
  await server.close();
});

test('a port in use rejects; a closed server frees its port', async () => {
  const server = await serveBridge(echo);
  const port = Number(new URL(server.url).port);
  await expect(serveBridge(echo, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
  const next = await serveBridge(echo, port);
  await next.close();
});

test('a handler that fails loses its own call and no other', async () => {
  const server = await serveBridge((request) =>
    request.method === 'PUT' ? Promise.reject(new Error()) : echo(request),
  );
  await expect(fetch(server.url, { method: 'PUT', body: 'x' })).rejects.toThrow();
  expect((await fetch(server.url)).status).toBe(201);
  await server.close();
});

test('all cookies of the handler arrive, beside those of the host, and its headers replace those of the host', async () => {
  const app = express().use((_request, response, next) => {
    response.cookie('host', '1').set('cache-control', 'public');
    next();
  });
  const headers: [string, string][] = [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2; Expires=Mon, 30 Nov 2026 00:00:00 GMT'],
    ['cache-control', 'no-store'],
  ];
  await using server = await listen(app.use(toNodeListener(async () => new Response('ok', { headers }))));
  const { headers: received } = await fetch(server.url);
  expect(received.getSetCookie()).toEqual(['host=1; Path=/', 'a=1', 'b=2; Expires=Mon, 30 Nov 2026 00:00:00 GMT']);
  expect(received.get('cache-control')).toBe('no-store');
});

test('where a body parser has read the body it says what is wrong, and the handler is called for all other calls', async () => {
  const handled: string[] = [];
  const handle = async ({ method }: Request) => {
    handled.push(method);
    return new Response();
  };
  await using server = await listen(express().use(express.json()).use('/approvals', toNodeListener(handle)));
  const url = `${server.url}/approvals/tasks/1`;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('The body was already read: mount the bridge before body parsers.');
  expect(handled).toEqual([]);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })).status).toBe(200);
  expect(handled).toEqual(['GET', 'POST']);
});

async function listen(app: express.Express): Promise<AsyncDisposable & { readonly url: string }> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
