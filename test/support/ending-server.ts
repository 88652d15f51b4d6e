import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A message of PostgreSQL's protocol (Message Formats, in its manual). */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** What a server sends that begins to shut down as it lets somebody in, all at once. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);

/** A server that speaks as PostgreSQL does when it is restarted: it opens each connection, and ends it in the same message. */
export async function startEndingServer(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(WELCOME));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
