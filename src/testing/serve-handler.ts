import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { toListenError } from '../sandbox/http/listen-error.ts';

const HOST = '127.0.0.1';

/** A running HTTP server for a Web-standard handler. */
export interface HandlerServer {
  readonly origin: string;
  readonly port: number;
  /** Closes all sockets at once and frees the port. */
  close(): Promise<void>;
}

/**
 * Serves a Web-standard handler on the loopback interface; port 0 selects a free port.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the port is in use
 */
export async function serveHandler(
  handler: (request: Request) => Promise<Response>,
  port: number,
): Promise<HandlerServer> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, HOST, port)));
    server.listen(port, HOST, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `http://${HOST}:${taken}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming);
  const response = request === undefined ? new Response(null, { status: 400 }) : await handler(request);
  // If the body was not read, its rest would be parsed as the next request of the connection.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Undefined if the request cannot be a Web Request, for example a TRACE. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream);
  try {
    return new Request(new URL(url, `http://${HOST}`), { method, headers, body, duplex: 'half' });
  } catch {
    return undefined;
  }
}
