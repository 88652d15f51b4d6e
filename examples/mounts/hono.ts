/** The bridge in Hono, which accepts Web-standard handlers. Run it: `npx tsx examples/mounts/hono.ts`. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve as serveNode } from '@hono/node-server';
import { Hono } from 'hono';
import type { Handler } from '../serve-bridge.ts';
import { PREFIX, tryMount } from './try-mount.ts';

export async function serve(handler: Handler) {
  const app = new Hono();
  app.all(`${PREFIX}/*`, (context) => handler(context.req.raw));
  app.get('/health', (context) => context.text('healthy'));

  const server = serveNode({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  if (!server.listening) await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

if (process.argv[1] === import.meta.filename) await tryMount(serve);
