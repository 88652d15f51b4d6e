import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toListenError } from '../sandbox/http/listen-error.ts';
import { toNodeListener } from '../to-node-listener.ts';

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
  const server = createServer(toNodeListener(handler));
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
