import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { StartOptions } from '../../src/bridge/start-options.ts';
import { type CompiledChild, compileChild } from './compile-child.ts';

export interface OpenOrder {
  readonly store: string;
  /** Deployed first: paths of files, or their XML. */
  readonly drawings: readonly string[];
  readonly centerOrigin: string;
  readonly publicUrl: string;
  readonly signingSecret: string;
  /** Services never answer. */
  readonly hangServices: boolean;
}

type KeyedStart = StartOptions & { readonly startKey: string };

export type Order =
  | ({ readonly order: 'open' } & OpenOrder)
  | { readonly order: 'close' }
  | { readonly order: 'start'; readonly processId: string; readonly options: KeyedStart };

export type ChildWord =
  | { readonly word: 'ready' }
  | { readonly word: 'open'; readonly origin: string }
  | { readonly word: 'started'; readonly startKey: string; readonly instanceId: string }
  | { readonly word: 'service'; readonly idempotencyKey: string };

type WordOf<Word extends ChildWord['word']> = Extract<ChildWord, { word: Word }>;

/** A bridge in a process of its own. What is asked of it rejects when it dies before it answers. */
export interface BridgeChild {
  /**
   * @param onService told of every call of a service, by its idempotency key
   * @returns where its callbacks are served
   */
  open(order: OpenOrder, onService: (idempotencyKey: string) => void): Promise<string>;
  /** @returns the id of the instance */
  start(processId: string, options: KeyedStart): Promise<string>;
  /** Closes the bridge, and gives the exit code of its process once that ended by itself. */
  close(): Promise<number | null>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

let compiled: CompiledChild | undefined;

/** Resolves when the process has loaded everything and would open at once. */
export async function startBridgeChild(): Promise<BridgeChild> {
  compiled ??= compileChild();
  const child = fork(compiled.path);
  const gone = once(child, 'exit');

  function hear<Word extends ChildWord['word']>(
    expected: Word,
    fits: (word: WordOf<Word>) => boolean = () => true,
  ): Promise<WordOf<Word>> {
    return new Promise((resolve, reject) => {
      const die = () => reject(new Error(`the bridge died before it said ${expected}`));
      const listen = (word: ChildWord) => {
        if (word.word !== expected || !fits(word as WordOf<Word>)) return;
        child.off('message', listen);
        child.off('exit', die);
        resolve(word as WordOf<Word>);
      };
      child.on('message', listen);
      child.once('exit', die);
    });
  }

  /** An order to a process that has just died is lost, like any other call to it. */
  const tell = (order: Order) => void (child.connected && child.send(order, () => undefined));

  await hear('ready');
  return {
    async open(order, onService) {
      child.on('message', (word: ChildWord) => {
        if (word.word === 'service') onService(word.idempotencyKey);
      });
      const opened = hear('open');
      tell({ order: 'open', ...order });
      return (await opened).origin;
    },
    async start(processId, options) {
      const started = hear('started', ({ startKey }) => startKey === options.startKey);
      tell({ order: 'start', processId, options });
      return (await started).instanceId;
    },
    async close() {
      tell({ order: 'close' });
      const [code] = await gone;
      return typeof code === 'number' ? code : null;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Deletes what was compiled. To be called once, when no child is to be started any more. */
export function forgetCompiled(): void {
  compiled?.delete();
  compiled = undefined;
}
