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
 * What people see and do in a center, which no interface of it tells. Only a sandbox has this; on a real center
 * somebody does it by hand.
 */
export interface Hands extends Shown, Pick<Sandbox, 'press' | 'batch' | 'runNightly' | 'readMessage'> {
  /** What is shown of the handlings of a task. */
  recordsOf(taskId: string): readonly Readonly<Record<string, unknown>>[];
  /** The business system that the buttons call and that is asked for the state of tasks. */
  readonly system: Listener;
  /** The clock of the center goes on by so much. */
  letPass(ms: number): void;
  /** Epoch milliseconds, by the center's clock. */
  now(): number;
  /** Another center of the same kind, set up otherwise. */
  another(options: SandboxOptions): Promise<OpenSandbox>;
}

export interface OpenSandbox extends AsyncDisposable {
  readonly variables: Variables;
  readonly hands: Hands;
}

/** Puts something before an address that answers in its place. */
export type StandBefore = (target: string) => Promise<AsyncDisposable & { readonly origin: string }>;

/** What stands between a sandbox and the others. */
export interface Stands {
  /** Before the sandbox: it gets all calls. */
  readonly called?: StandBefore;
  /** Before the business system: the sandbox calls it. */
  readonly calls?: StandBefore;
  /** What people see instead. */
  readonly shows?: (hands: Hands) => Partial<Hands>;
}

/** A sandbox of its own, with a business system that it asks. */
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
  // Not spread, so that what is read anew each time stays so.
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
