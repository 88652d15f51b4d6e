import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from 'bpmn-transaction-bridge/plugin';

/** Serves a Web-standard handler, such as `bridge.fetch`, on 127.0.0.1. Port 0 takes a free one; `url` contains it. */
export async function serveBridge(handler: (request: Request) => Promise<Response>, port = 0) {
  const server = createServer(toNodeListener(handler));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
