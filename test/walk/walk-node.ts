import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StartOptions } from '../../src/index.ts';
import { bundleProgram, type OtherVersion } from '../support/bundle-program.ts';
import { startOrdered } from '../support/ordered-child.ts';

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
  const {
    process: child,
    gone,
    ready,
    tell,
  } = await startOrdered<NodeOrder>(
    [await bundleProgram('test/walk/node.child.ts', { version }), JSON.stringify(settings)],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  createInterface({ input: child.stdout as Readable }).on('line', (line) => hear(JSON.parse(line)));
  let isUp = true;
  const ended = gone.then(() => {
    isUp = false;
  });
  return {
    name: settings.name,
    origin: String(ready),
    get isUp() {
      return isUp;
    },
    tell,
    async stop() {
      isUp = false;
      void tell({ order: 'close' }).catch(() => undefined);
      await ended;
    },
    freeze() {
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
