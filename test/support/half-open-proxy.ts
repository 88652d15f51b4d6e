import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between two TCP peers and can leave each in the belief that the other is there. */
export interface HalfOpenProxy extends AsyncDisposable {
  readonly port: number;
  /**
   * From now on it forwards nothing, in neither direction, and ends nothing either: peers that are connected stay so,
   * and new ones are taken.
   */
  freeze(): void;
  /** New connections go through again. Those of before never do: nobody hears of them any more. */
  heal(): void;
  /** Ends all connections, and leads new ones to this port of the machine, as a proxy does after a failover. */
  turnTo(port: number): void;
  /** Connections that the caller has not ended. */
  readonly open: number;
  /** Connections, so far, through which nothing went any more. */
  readonly died: number;
}

export async function startHalfOpenProxy(targetPort: number): Promise<HalfOpenProxy> {
  const alive = new Map<Socket, Socket | undefined>();
  const callers = new Set<Socket>();
  const peers = new Set<Socket>();
  let target = targetPort;
  let isFrozen = false;
  let died = 0;

  function keep(peer: Socket): void {
    peers.add(peer);
    peer.on('error', () => undefined);
    peer.on('close', () => peers.delete(peer));
  }

  function bury(caller: Socket, behind: Socket | undefined): void {
    caller.unpipe();
    behind?.unpipe();
    // Read, so that the end of a peer is seen, and thrown away.
    caller.resume();
    behind?.resume();
    alive.delete(caller);
    died += 1;
  }

  // An end is not answered by an end: the caller alone takes leave.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    keep(caller);
    callers.add(caller);
    // What is cut, or takes its leave, is gone; a socket that was only left alone is not.
    for (const sign of ['end', 'close']) caller.on(sign, () => callers.delete(caller));
    if (isFrozen) return bury(caller, undefined);
    const behind = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    keep(behind);
    alive.set(caller, behind);
    caller.pipe(behind).pipe(caller);
    caller.on('close', () => {
      if (!alive.delete(caller)) return;
      behind.destroy();
    });
    behind.on('close', () => {
      if (alive.has(caller)) caller.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const [caller, behind] of [...alive]) bury(caller, behind);
    },
    heal() {
      isFrozen = false;
    },
    turnTo(port) {
      target = port;
      for (const peer of peers) peer.destroy();
    },
    get open() {
      return callers.size;
    },
    get died() {
      return died;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const peer of peers) peer.destroy();
      await closed;
    },
  };
}
