import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A Web-standard handler, such as `bridge.fetch`. Many frameworks take one as it is; node:http needs these lines. */
type Handler = (request: Request) => Promise<Response>;

/** Serves the handler on 127.0.0.1. Port 0 takes a free one; `url` says which. */
export async function serveBridge(handler: Handler, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming);
  const response = request ? await handler(request) : new Response(null, { status: 400 });
  // What was refused before its body was read would be taken for the next request of the connection.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Undefined for what no Web request can be, such as a TRACE. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream);
  const init = { method, headers, body, duplex: 'half' as const };
  try {
    return new Request(new URL(url, 'http://localhost'), init);
  } catch {
    return undefined;
  }
}
