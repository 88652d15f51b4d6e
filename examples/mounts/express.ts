/** The bridge in Express. Run it: `npx tsx examples/mounts/express.ts`. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type Handler, toNodeListener } from '../serve-bridge.ts';
import { PREFIX, tryMount } from './try-mount.ts';

export async function serve(handler: Handler) {
  const app = express();
  // Before body parsers: the bridge reads the encrypted body itself.
  app.use(PREFIX, toNodeListener(handler));
  app.use(express.json());
  app.get('/health', (_request, response) => void response.send('healthy'));

  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

if (process.argv[1] === import.meta.filename) await tryMount(serve);
