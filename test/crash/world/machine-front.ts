import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address for several machines, as a load balancer gives them: each connection goes to the next that is up. */
export interface MachineFront extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** @param origin of a machine that is up */
  add(origin: string): void;
  remove(origin: string): void;
}

export async function startMachineFront(): Promise<MachineFront> {
  const origins: string[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((caller) => {
    turn += 1;
    const origin = origins[turn % Math.max(1, origins.length)];
    sockets.add(caller);
    caller.on('error', () => undefined);
    if (origin === undefined) return void caller.destroy();
    const machine = connect(Number(new URL(origin).port), '127.0.0.1');
    machine.on('error', () => undefined);
    caller.pipe(machine).pipe(caller);
    // Each sees what became of the other, also when it died.
    caller.on('close', () => {
      sockets.delete(caller);
      machine.destroy();
    });
    machine.on('close', () => caller.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (origin) => void origins.push(origin),
    remove(origin) {
      if (origins.includes(origin)) origins.splice(origins.indexOf(origin), 1);
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
