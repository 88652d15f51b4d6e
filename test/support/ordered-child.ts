/** A program of the tests in a process of its own, which is told what to do and may be killed at any time. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';

interface Named {
  readonly order: string;
}

interface Answer {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface OrderedChild<Order extends Named> {
  readonly process: ChildProcess;
  /** What the program gave when it was ready. */
  readonly ready: unknown;
  /** Resolves with the exit code once its process is gone; null: it was killed. */
  readonly gone: Promise<number | null>;
  /** @throws {Error} it failed, or the process died before it was done */
  tell(order: Order): Promise<unknown>;
  /** What it was asked and has not answered, and for how many milliseconds, as `start 120`. */
  unanswered(): string[];
}

/** Resolves when the program has said that it is ready. @param hear gets whatever else it says */
export async function startOrdered<Order extends Named, Word = never>(
  [program, ...args]: readonly [program: string, ...args: string[]],
  options: ForkOptions,
  hear: (word: Word) => void = () => undefined,
): Promise<OrderedChild<Order>> {
  // Without the loaders of whoever runs the tests: the program is JavaScript.
  const process = fork(program, args, { execArgv: [], ...options });
  const gone = once(process, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const waiting = new Map<number, { asked: string; since: number; resolve: (answer: Answer) => void }>();
  process.on('message', (said: Answer | Word) => {
    if (typeof said === 'object' && said !== null && 'number' in said) waiting.get(said.number)?.resolve(said);
    else hear(said as Word);
  });
  let number = -1;
  async function answerTo(asked: string, send: () => void): Promise<unknown> {
    number += 1;
    const own = number;
    const answered = new Promise<Answer>((resolve) => waiting.set(own, { asked, since: performance.now(), resolve }));
    send();
    const answer = await Promise.race([answered, gone.then(() => undefined)]);
    waiting.delete(own);
    if (answer === undefined) throw new Error(`the process died before it had done ${asked}`);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  }
  const ready = await answerTo('load', () => undefined);
  return {
    ...{ process, ready, gone },
    tell: (order) =>
      answerTo(order.order, () => {
        // An order to a process that has just died is lost, like any other call to it.
        if (process.connected) process.send({ number, ...order }, () => undefined);
      }),
    unanswered: () =>
      [...waiting.values()].map(({ asked, since }) => `${asked} ${Math.round(performance.now() - since)}`),
  };
}

/** In the program: obeys one order after the other, and ends with whoever gives them, or once it has closed. */
export function obeyOrders<Order extends Named>(obey: (order: Order) => Promise<unknown>, ready?: unknown): void {
  const leave = () => process.exit();
  const say = (answer: Answer) => process.connected && process.send?.(answer);
  async function answer({ number, ...order }: { readonly number: number } & Named): Promise<void> {
    await obey(order as Order).then(
      (result) => say({ number, result }),
      (error) => say({ number, error: String(error) }),
    );
    if (order.order !== 'close') return;
    // Nothing must be left that keeps the process.
    process.off('disconnect', leave);
    process.disconnect();
  }
  process.on('message', (order: { readonly number: number } & Named) => void answer(order));
  process.on('disconnect', leave);
  say({ number: 0, result: ready });
}
