/** Runs one leave request through a mount of this folder: `npx tsx examples/mounts/try-mount.ts express`. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Bridge, createBridge, toNodeListener } from 'bpmn-transaction-bridge';
import { createSandbox } from 'bpmn-transaction-bridge/sandbox';
import { serve as serveExpress } from './express.ts';
import { serve as serveFastify } from './fastify.ts';
import { serve as serveHono } from './hono.ts';
import { serve as serveNest } from './nest.ts';
import * as nextRoute from './next/route.ts';
import { serve as serveNodeHttp } from './node-http.ts';

/** A server of the host, with the bridge under /approvals and a page of its own under /health. */
export interface Mounted {
  readonly url: string;
  close(): Promise<void>;
}

/** Each on a free port. */
export const MOUNTS = {
  express: (bridge: Bridge) => mounted(serveExpress(bridge, 0)),
  hono: (bridge: Bridge) => mounted(serveHono(bridge, 0) as Server),
  'node-http': (bridge: Bridge) => mounted(serveNodeHttp(bridge, 0)),
  async fastify(bridge: Bridge) {
    const app = await serveFastify(bridge, 0);
    return {
      url: urlOf(app.server),
      async close() {
        const closed = app.close();
        app.server.closeAllConnections();
        await closed;
      },
    };
  },
  async nest(bridge: Bridge) {
    const app = await serveNest(async () => bridge, 0);
    return { url: urlOf(app.getHttpServer()), close: () => app.close() };
  },
  async next(bridge: Bridge) {
    const kept = globalThis as { bridge?: Promise<Bridge> };
    kept.bridge = Promise.resolve(bridge);
    const server = await mounted(createServer(toNodeListener(answerAsNext)).listen(0));
    return {
      url: server.url,
      close() {
        delete kept.bridge;
        return server.close();
      },
    };
  },
} satisfies Record<string, (bridge: Bridge) => Promise<Mounted>>;

/** What the router of Next.js does with the exports of a route. */
export async function answerAsNext(request: Request): Promise<Response> {
  if (new URL(request.url).pathname === '/health') return new Response('healthy');
  const { [request.method]: answer } = nextRoute as unknown as Record<string, (request: Request) => Promise<Response>>;
  return answer === undefined ? new Response(null, { status: 405 }) : answer(request);
}

async function mounted(server: Server): Promise<Mounted> {
  if (!server.listening) await once(server, 'listening');
  return { url: urlOf(server), close: () => closeServer(server) };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A person who asks for leave, and one who approves it; every press is a real HTTP request. */
async function tryMount(name: string): Promise<void> {
  const sandbox = await createSandbox();
  let bridge: Bridge | undefined;
  // The bridge needs the address of the server, which takes a free port.
  const later = {
    fetch: async (request: Request) => (await bridge?.fetch(request)) ?? new Response(null, { status: 503 }),
    close: async () => bridge?.close(),
  } as Bridge;
  if (!isMount(name)) throw new Error(`Name one of ${Object.keys(MOUNTS).join(', ')}.`);
  const server = await MOUNTS[name](later);
  try {
    bridge = await createBridge({
      center: {
        baseUrl: sandbox.baseUrl,
        authUrl: sandbox.authUrl,
        clientId: 'approvals-client',
        clientSecret: 'approvals-secret',
        appId: 'approvals',
      },
      callback: {
        publicUrl: `${server.url}/approvals`,
        signingKeys: [{ id: 'k1', secret: 'known to every reader of this file' }],
        cipher: { kind: 'none' },
        idToken: { jwksUrl: sandbox.jwksUrl, algorithms: ['ES256'], issuer: sandbox.authUrl, audience: null },
      },
      identity: { isMember: () => false },
      store: 'sqlite::memory:',
    });
    await bridge.deploy(join(import.meta.dirname, '../../processes/leave-approval.bpmn'));
    await bridge.start('leave-approval', { initiator: 'anna', variables: { manager: 'bo', days: 2 } });
    for (const [account, action] of [
      ['anna', 'Handle'],
      ['bo', 'Approve'],
    ] as const) {
      await bridge.idle();
      const [task] = sandbox.pending(account);
      const { body } = await sandbox.press(task?.taskId ?? '', { account, action });
      console.log(`${account} pressed ${action} at /approvals: ${(body as { message: string }).message}`);
    }
    await bridge.idle();
    const [leave] = sandbox.initiated('anna');
    console.log(leave?.concludedAt === undefined ? 'The leave is not decided.' : 'The leave is decided.');
    console.log(`${await (await fetch(`${server.url}/health`)).text()}: the page of the host works too`);
  } finally {
    await server.close();
    await bridge?.close();
    await sandbox.close();
  }
}

const isMount = (name: string): name is keyof typeof MOUNTS => name in MOUNTS;

if (process.argv[1] === import.meta.filename) await tryMount(process.argv[2] ?? '');
