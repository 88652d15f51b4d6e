import { type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Landing } from '../kills/checkpoints.ts';
import { type BundledChild, bundleChild } from './bundle-child.ts';
import type { ChildWord, NumberedOrder, Order } from './child-orders.ts';

/** A bridge in a process of its own. What is asked of it rejects when it dies before it answers. */
export interface BridgeChild {
  /** @returns what the order gives: of `open` where its callbacks are served, of `start` the id of the instance */
  tell(order: Order): Promise<string>;
  /** Told of every call of a service, by its idempotency key. */
  onService: (idempotencyKey: string) => void;
  readonly pid: number | undefined;
  /** What it was asked and has not answered, and for how many milliseconds, as `start 120`. */
  unanswered(): string[];
  /** How its process ended: by itself, with a code; or killed, and where, if a trap did it. */
  readonly gone: Promise<ChildEnd>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly landing: Landing | undefined;
}

let bundling: Promise<BundledChild> | undefined;

/** Resolves when the process has loaded everything and would open at once. */
export async function startBridgeChild(): Promise<BridgeChild> {
  bundling ??= bundleChild();
  // Without the loaders of whoever runs the tests: the child is JavaScript.
  const options: ForkOptions = { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] };
  const process = fork((await bundling).path, options);
  const gone = readEnd(process.stdio[4] as Readable, once(process, 'close'));
  const waiting = new Map<number, { asked: string; since: number; hear: (word: ChildWord) => void }>();
  let orders = 0;

  const child: BridgeChild = {
    async tell(order) {
      orders += 1;
      const number = orders;
      const answer = new Promise<ChildWord>((hear) => {
        waiting.set(number, { asked: order.order, since: performance.now(), hear });
      });
      // An order to a process that has just died is lost, like any other call to it.
      if (process.connected) process.send({ number, ...order } satisfies NumberedOrder, () => undefined);
      const word = await Promise.race([answer, gone.then(() => undefined)]);
      waiting.delete(number);
      if (word?.word === 'done') return word.result;
      throw new Error(word?.word === 'failed' ? word.reason : `the bridge died before it had done ${order.order}`);
    },
    onService: () => undefined,
    pid: process.pid,
    unanswered: () =>
      [...waiting.values()].map(({ asked, since }) => `${asked} ${Math.round(performance.now() - since)}`),
    gone,
    signal: (name) => void process.kill(name),
  };

  await new Promise<void>((resolve, reject) => {
    process.on('message', (word: ChildWord) => {
      if (word.word === 'ready') resolve();
      else if (word.word === 'service') child.onService(word.idempotencyKey);
      else waiting.get(word.number)?.hear(word);
    });
    void gone.then(() => reject(new Error('the bridge could not be loaded')));
  });
  return child;
}

async function readEnd(landings: Readable, closed: Promise<unknown[]>): Promise<ChildEnd> {
  let text = '';
  landings.setEncoding('utf8');
  landings.on('data', (part: string) => {
    text += part;
  });
  const [code] = await closed;
  return {
    code: typeof code === 'number' ? code : null,
    landing: text === '' ? undefined : (JSON.parse(text) as Landing),
  };
}

/** Deletes what was bundled. To be called once, when no child is to be started any more. */
export async function forgetBundle(): Promise<void> {
  (await bundling)?.delete();
  bundling = undefined;
}
