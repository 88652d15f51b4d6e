import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

export interface FetchServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a Web-standard handler from a node:http server on a free port of 127.0.0.1, as a user mounts it. */
export async function serveFetch(handler: (request: Request) => Promise<Response>): Promise<FetchServer> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const headers = new Headers();
    for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
      headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
    }
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
    });
    handler(request)
      .then(async (response) => {
        // The rest of an unread body would be taken for the next request of a kept connection.
        if (!incoming.complete) outgoing.setHeader('connection', 'close');
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      })
      .catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
