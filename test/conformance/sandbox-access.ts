import { sandboxVariables, type Variables } from '../../src/conformance/variables.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type Listener, listen } from './listener.ts';

type Shown = Pick<
  Sandbox,
  | 'pending'
  | 'handled'
  | 'initiated'
  | 'batchable'
  | 'open'
  | 'statusRuns'
  | 'transactions'
  | 'messages'
  | 'notifications'
  | 'sentMessage'
>;

/**
 * What people see and do in a center. Only a sandbox offers this to a program; in a real center it is done by hand.
 */
export interface SandboxAccess extends Shown, Pick<Sandbox, 'press' | 'batch' | 'runNightly' | 'readMessage'> {
  /** The history of a task in the center. */
  recordsOf(taskId: string): readonly Readonly<Record<string, unknown>>[];
  /** The business system that the center calls. */
  readonly system: Listener;
  /** Advances the clock of the center. */
  advanceClock(ms: number): void;
  /** Time of the center in epoch milliseconds. */
  now(): number;
  /** Starts another center with a different setup. */
  another(options: SandboxOptions): Promise<OpenSandbox>;
}

export interface OpenSandbox extends AsyncDisposable {
  readonly variables: Variables;
  readonly access: SandboxAccess;
}

/** Wraps an address, for example with a proxy. */
export type StartProxy = (target: string) => Promise<AsyncDisposable & { readonly origin: string }>;

/** Proxies around a sandbox. */
export interface Proxies {
  /** In front of the sandbox. */
  readonly called?: StartProxy;
  /** In front of the business system. */
  readonly calls?: StartProxy;
  /** Changes what people see. */
  readonly shows?: (access: SandboxAccess) => Partial<SandboxAccess>;
}

/** Starts a sandbox and a business system. */
export async function openSandbox(options: SandboxOptions = {}, proxies: Proxies = {}): Promise<OpenSandbox> {
  let passed = 0;
  const now = () => Date.now() + passed;
  const system = await listen();
  const sandbox = await createSandbox({ clock: now, ...options });
  const { origin } = new URL(sandbox.baseUrl);
  const front = await proxies.called?.(origin);
  const back = await proxies.calls?.(system.origin);
  const through = (url: string) => url.replace(origin, front?.origin ?? origin);
  const reached = back?.origin ?? system.origin;
  const variables = sandboxVariables(through(sandbox.baseUrl), through(sandbox.authUrl), `${reached}/button`);
  sandbox.setStatusUrl(variables.APP_ID, `${reached}/status`);
  const { pending, handled, initiated, press, batch, batchable, open, runNightly, transactions } = sandbox;
  const { messages, readMessage, notifications, sentMessage } = sandbox;
  const access: SandboxAccess = {
    ...{ pending, handled, initiated, press, batch, batchable, open, runNightly, transactions },
    ...{ messages, readMessage, notifications, sentMessage },
    get statusRuns() {
      return sandbox.statusRuns;
    },
    recordsOf: (taskId) => (sandbox.task(taskId)?.records ?? []).map((record) => ({ ...record })),
    system,
    now,
    advanceClock(ms) {
      passed += ms;
    },
    another: (others) => openSandbox(others, proxies),
  };
  // Not spread, because a spread would read the getters only once.
  const shown = Object.create(access, Object.getOwnPropertyDescriptors(proxies.shows?.(access) ?? {})) as SandboxAccess;
  return {
    variables,
    access: shown,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await Promise.all([front?.[Symbol.asyncDispose](), back?.[Symbol.asyncDispose](), system.close()]);
    },
  };
}
