/** The bridge in a server of node:http. Run it: `npx tsx examples/mounts/node-http.ts`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Handler, toNodeListener } from '../serve-bridge.ts';
import { PREFIX, tryMount } from './try-mount.ts';

export async function serve(handler: Handler) {
  const bridge = toNodeListener(handler);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(`${PREFIX}/`)) bridge(incoming, outgoing);
    else outgoing.end('healthy');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

if (process.argv[1] === import.meta.filename) await tryMount(serve);
