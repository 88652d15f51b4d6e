import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Stands between a client in this process and its server, and counts how often the client waits for the server. */
export interface RoundTripProxy extends AsyncDisposable {
  readonly port: number;
  /** Of the connection with the most of them, since the last call. */
  take(): number;
}

/** So many turns of the event loop without a word of the client: it has sent what it can send without an answer. */
const QUIET_TURNS = 30;

/** Holds every answer back until the client has nothing more to send, as a server that is far away does. */
export async function startRoundTripProxy(targetPort: number): Promise<RoundTripProxy> {
  let trips = new Map<Socket, number>();
  const server = createServer((client) => {
    const behind = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    let heard = 0;
    let isWaiting = false;
    let held: Buffer[] = [];
    client.on('data', (data) => {
      heard += 1;
      if (!isWaiting) trips.set(client, (trips.get(client) ?? 0) + 1);
      isWaiting = true;
      behind.write(data);
    });
    behind.on('data', (data) => {
      held.push(data);
      if (held.length === 1) void passOn();
    });
    async function passOn(): Promise<void> {
      for (let quiet = 0, seen = heard; quiet < QUIET_TURNS; quiet += 1) {
        await nextTurn();
        if (seen !== heard) quiet = 0;
        seen = heard;
      }
      const data = Buffer.concat(held);
      held = [];
      isWaiting = false;
      client.write(data);
    }
    for (const [peer, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      peer.on('error', () => undefined);
      peer.on('close', () => other.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const most = Math.max(0, ...trips.values());
      trips = new Map();
      return most;
    },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
