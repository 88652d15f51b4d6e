import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.ts';
import { type Listener, listen } from './listener.ts';
import { sandboxVariables, type Variables } from './variables.ts';

/**
 * What people see and do in a center, which no interface of it tells. Only a sandbox has this; on a real center
 * somebody does it by hand.
 */
export interface Hands
  extends Pick<
    Sandbox,
    | 'pending'
    | 'handled'
    | 'initiated'
    | 'press'
    | 'batch'
    | 'batchable'
    | 'open'
    | 'runNightly'
    | 'statusRuns'
    | 'transactions'
    | 'messages'
    | 'readMessage'
    | 'notifications'
    | 'sentMessage'
  > {
  /** What is shown of the handlings of a task. */
  recordsOf(taskId: string): readonly object[];
  /** The business system that the buttons call and that is asked for the state of tasks. */
  readonly system: Listener;
  /** The clock of the center goes on by so much. */
  letPass(ms: number): void;
  /** Epoch milliseconds, by the center's clock. */
  now(): number;
}

export interface OpenSandbox extends AsyncDisposable {
  readonly variables: Variables;
  readonly hands: Hands;
}

/** A sandbox of its own, with a business system that it asks. */
export async function openSandbox(options: SandboxOptions = {}): Promise<OpenSandbox> {
  let passed = 0;
  const now = () => Date.now() + passed;
  const system = await listen();
  const sandbox = await createSandbox({ clock: now, ...options });
  const variables = sandboxVariables(sandbox.baseUrl, sandbox.authUrl, `${system.origin}/button`);
  sandbox.setStatusUrl(variables.APP_ID, `${system.origin}/status`);
  const { pending, handled, initiated, press, batch, batchable, open, runNightly, transactions } = sandbox;
  const { messages, readMessage, notifications, sentMessage } = sandbox;
  return {
    variables,
    hands: {
      ...{ pending, handled, initiated, press, batch, batchable, open, runNightly, transactions },
      ...{ messages, readMessage, notifications, sentMessage },
      get statusRuns() {
        return sandbox.statusRuns;
      },
      recordsOf: (taskId) => sandbox.task(taskId)?.records ?? [],
      system,
      now,
      letPass(ms) {
        passed += ms;
      },
    },
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await system.close();
    },
  };
}
