import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts';
import { type Listener, listen } from './listener.ts';
import { sandboxVariables, type Variables } from './variables.ts';

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
export interface Hands extends Shown, Pick<Sandbox, 'press' | 'batch' | 'runNightly' | 'readMessage'> {
  /** The history of a task in the center. */
  recordsOf(taskId: string): readonly Readonly<Record<string, unknown>>[];
  /** The business system that the center calls. */
  readonly system: Listener;
  /** Advances the clock of the center. */
  letPass(ms: number): void;
  /** Time of the center in epoch milliseconds. */
  now(): number;
  /** Starts another center with a different setup. */
  another(options: SandboxOptions): Promise<OpenSandbox>;
}

export interface OpenSandbox extends AsyncDisposable {
  readonly variables: Variables;
  readonly hands: Hands;
}

/** Wraps an address, for example with a proxy. */
export type StandBefore = (target: string) => Promise<AsyncDisposable & { readonly origin: string }>;

/** Proxies around a sandbox. */
export interface Stands {
  /** In front of the sandbox. */
  readonly called?: StandBefore;
  /** In front of the business system. */
  readonly calls?: StandBefore;
  /** Changes what people see. */
  readonly shows?: (hands: Hands) => Partial<Hands>;
}

/** Starts a sandbox and a business system. */
export async function openSandbox(options: SandboxOptions = {}, stands: Stands = {}): Promise<OpenSandbox> {
  let passed = 0;
  const now = () => Date.now() + passed;
  const system = await listen();
  const sandbox = await createSandbox({ clock: now, ...options });
  const { origin } = new URL(sandbox.baseUrl);
  const front = await stands.called?.(origin);
  const back = await stands.calls?.(system.origin);
  const through = (url: string) => url.replace(origin, front?.origin ?? origin);
  const reached = back?.origin ?? system.origin;
  const variables = sandboxVariables(through(sandbox.baseUrl), through(sandbox.authUrl), `${reached}/button`);
  sandbox.setStatusUrl(variables.APP_ID, `${reached}/status`);
  const { pending, handled, initiated, press, batch, batchable, open, runNightly, transactions } = sandbox;
  const { messages, readMessage, notifications, sentMessage } = sandbox;
  const hands: Hands = {
    ...{ pending, handled, initiated, press, batch, batchable, open, runNightly, transactions },
    ...{ messages, readMessage, notifications, sentMessage },
    get statusRuns() {
      return sandbox.statusRuns;
    },
    recordsOf: (taskId) => (sandbox.task(taskId)?.records ?? []).map((record) => ({ ...record })),
    system,
    now,
    letPass(ms) {
      passed += ms;
    },
    another: (others) => openSandbox(others, stands),
  };
  // Not spread, because a spread would read the getters only once.
  const shown = Object.create(hands, Object.getOwnPropertyDescriptors(stands.shows?.(hands) ?? {})) as Hands;
  return {
    variables,
    hands: shown,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await Promise.all([front?.[Symbol.asyncDispose](), back?.[Symbol.asyncDispose](), system.close()]);
    },
  };
}
