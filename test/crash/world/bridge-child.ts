import type { Readable } from 'node:stream';
import { bundleProgram } from '../../support/bundle-program.ts';
import { type OrderedChild, startOrdered } from '../../support/ordered-child.ts';
import type { Landing } from '../kills/checkpoints.ts';
import type { Order, ServiceWord } from './child-orders.ts';

/** A bridge in a process of its own. What is asked of it rejects when it dies before it answers. */
export interface BridgeChild extends Pick<OrderedChild<Order>, 'unanswered'> {
  tell(order: Order): Promise<string>;
  /** Told of every call of a service, by its idempotency key. */
  onService: (idempotencyKey: string) => void;
  /** A trap has killed it, or it stands still. */
  onLanding: () => void;
  readonly pid: number | undefined;
  /** How its process ended: by itself, with a code; or killed, and where, if a trap did it. */
  readonly gone: Promise<ChildEnd>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly landing: Landing | undefined;
}

/**
 * What `createBridge` opens is watched, so that a kill can be set before, in and after each call of it; and retention
 * is told another time, since it works by the day.
 */
const WATCHED = {
  name: 'watched',
  replaces: {
    'src/store/open-store.ts': 'test/crash/child/watched-store.ts',
    'src/center/create-center-client.ts': 'test/crash/child/watched-center.ts',
    'src/bridge/loops/retention.ts': 'test/crash/child/watched-retention.ts',
  },
};

/** Resolves when the process has loaded everything and would open at once. */
export async function startBridgeChild(): Promise<BridgeChild> {
  const program = await bundleProgram('test/crash/child/bridge.child.ts', { version: WATCHED, withPackages: true });
  const { process, gone, tell, unanswered } = await startOrdered<Order, ServiceWord>(
    [program],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] },
    ({ idempotencyKey }) => child.onService(idempotencyKey),
  );
  let landing = '';
  const landings = process.stdio[4] as Readable;
  landings.setEncoding('utf8').on('data', (part: string) => {
    landing += part;
    child.onLanding();
  });
  const child: BridgeChild = {
    tell: async (order) => String(await tell(order)),
    onService: () => undefined,
    onLanding: () => undefined,
    pid: process.pid,
    unanswered,
    gone: gone.then((code) => ({
      code,
      landing: landing.trim() === '' ? undefined : (JSON.parse(landing) as Landing),
    })),
    signal: (name) => void process.kill(name),
  };
  return child;
}
