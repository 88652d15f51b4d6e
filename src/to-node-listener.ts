import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * A listener for `node:http`, Express or NestJS that answers by a Web-standard handler, such as `bridge.fetch` or
 * `bridge.admin`. Frameworks that accept Web-standard handlers, such as Hono and Next.js, need none.
 *
 * Mount it before body parsers: a call whose body one has read is answered 500 with a sentence that says so, and the
 * handler is not called. The body of an answer is held in memory before it is sent, so a stream arrives when it has ended.
 * If the handler rejects, the connection of this call is closed without an answer.
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => void answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await respond(handler, incoming);
  // Otherwise an unread body of a refused request would be parsed as the next request of the connection.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  for (const [name, value] of response.headers) {
    // Each cookie is an entry of its own; the host may have set others.
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  outgoing.writeHead(response.status);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function respond(handler: (request: Request) => Promise<Response>, incoming: IncomingMessage): Promise<Response> {
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
