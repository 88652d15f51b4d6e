import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A Web-standard handler, such as `bridge.fetch`. Many frameworks accept one directly; node:http needs this adapter. */
export type Handler = (request: Request) => Promise<Response>;

/** The handler for node:http, Express and Fastify, see mounts/. Must be mounted before anything that reads bodies. */
export function toNodeListener(handler: Handler): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => void answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
}

/** Serves the handler on 127.0.0.1. Port 0 takes a free one; `url` contains it. */
export async function serveBridge(handler: Handler, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(toNodeListener(handler));
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
  const response = await respond(handler, incoming);
  // Otherwise an unread body of a refused request would be parsed as the next request of the connection.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function respond(handler: Handler, incoming: IncomingMessage): Promise<Response> {
  if (incoming.readableDidRead) {
    return new Response('The body was already read: mount the bridge before body parsers.', { status: 500 });
  }
  const request = toRequest(incoming);
  return request ? await handler(request) : new Response(null, { status: 400 });
}

/** Undefined for requests that the Web API cannot represent, such as TRACE. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET' } = incoming;
  // Express and NestJS take the path of the mount away, and with it whether it ended with a slash, which bridge.admin needs.
  const { originalUrl: url = incoming.url ?? '/' } = incoming as { readonly originalUrl?: string };
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream);
  const init = { method, headers, body, duplex: 'half' as const };
  try {
    // Not as the second argument of URL: some gateways write `//path`, which would name a host.
    return new Request(url.startsWith('/') ? `http://localhost${url}` : url, init);
  } catch {
    return undefined;
  }
}
