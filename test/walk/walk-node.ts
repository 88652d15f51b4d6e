import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StartOptions } from '../../src/index.ts';
import { bundleProgram, type OtherVersion } from '../support/bundle-program.ts';

export interface NodeSettings {
  readonly name: string;
  readonly store: string;
  readonly centerOrigin: string;
  readonly publicUrl: string;
  readonly signingSecret: string;
  /** Reports that may wait. */
  readonly maxUndelivered: number;
}

/** What differs on one machine. */
export interface Machine {
  /** Default: the library as it is. */
  readonly version?: OtherVersion;
  readonly env?: Readonly<Record<string, string>>;
}

export type NodeOrder =
  | {
      readonly order: 'set';
      readonly outside: {
        readonly bookingIsOpen?: boolean;
        readonly directoryAnswers?: boolean;
        readonly limitIsKnown?: boolean;
      };
    }
  | { readonly order: 'deploy'; readonly files: readonly string[] }
  | {
      readonly order: 'start';
      readonly processId: string;
      readonly times: number;
      readonly variables?: NonNullable<StartOptions['variables']>;
    }
  | { readonly order: 'metrics' | 'health' | 'close' };

/** The answer to an order; number 0 says where the callbacks of the node are served. */
export interface NodeAnswer {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A line of a node's log. */
export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly node: string;
  readonly event: string;
}

export interface WalkNode {
  readonly name: string;
  readonly origin: string;
  tell(order: NodeOrder): Promise<unknown>;
  kill(): Promise<void>;
  /** Closes its bridge, as at SIGTERM; resolves when the process has ended. */
  stop(): Promise<void>;
  /** Stops it where it stands, as a machine that hangs. @returns lets it go on */
  freeze(): () => void;
  readonly isUp: boolean;
}

/** Starts a node; resolves when it can take calls. */
export async function startNode(
  settings: NodeSettings,
  hear: (line: LogLine) => void,
  { version, env }: Machine = {},
): Promise<WalkNode> {
  const program = await bundleProgram('test/walk/node.child.ts', { version });
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  createInterface({ input: child.stdout as Readable }).on('line', (line) => hear(JSON.parse(line)));
  const waiting = new Map<number, (answer: NodeAnswer) => void>();
  const ready = new Promise<NodeAnswer>((resolve) => waiting.set(0, resolve));
  child.on('message', (answer: NodeAnswer) => waiting.get(answer.number)?.(answer));
  const gone = once(child, 'close').then((): NodeAnswer => ({ number: -1, error: `${settings.name} has ended` }));
  let isUp = true;
  void gone.then(() => {
    isUp = false;
  });
  const hearAnswer = async (answer: Promise<NodeAnswer>) => {
    const { result, error } = await Promise.race([answer, gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  const origin = String(await hearAnswer(ready));
  let orders = 0;
  const tell = (order: NodeOrder) => {
    orders += 1;
    const number = orders;
    const answer = new Promise<NodeAnswer>((resolve) => waiting.set(number, resolve));
    child.send({ number, ...order });
    return hearAnswer(answer);
  };
  return {
    name: settings.name,
    origin,
    get isUp() {
      return isUp;
    },
    tell,
    async stop() {
      isUp = false;
      void tell({ order: 'close' }).catch(() => undefined);
      await gone;
    },
    freeze() {
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
