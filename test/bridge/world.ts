import type { Bridge } from '../../src/bridge/bridge.ts';
import { createBridge } from '../../src/bridge/create-bridge.ts';
import type { BridgeOptions } from '../../src/config/bridge-options.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.ts';
import { DEFAULT_DIRECTORY } from '../../src/sandbox/directory.ts';
import { serveFetch } from '../support/serve-fetch.ts';

/** A center and a bridge that reach each other over real sockets. */
export interface World extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly bridge: Bridge;
  /** Every report the center took, in order: `a next b,c`, by node ids; `start` for what hangs on the start. */
  reports(): string[];
  /** The pending task of an account at a node. */
  taskOf(account: string, nodeId: string): string;
  /** Presses a button as the account in the center, and waits until everything it sets off has happened. */
  press(account: string, nodeId: string, label?: string): Promise<number>;
  /** All pending tasks of all accounts, as `account:nodeId`. */
  pending(): string[];
}

const SIGNING_KEYS = [{ id: 'k1', secret: 'a secret of the tests, 32 bytes long' }];

export async function createWorld(
  options: { bridge?: Partial<BridgeOptions>; sandbox?: SandboxOptions } = {},
): Promise<World> {
  const sandbox = await createSandbox(options.sandbox);
  let bridge: Bridge | undefined;
  const server = await serveFetch(
    (request) => bridge?.fetch(request) ?? Promise.resolve(new Response(null, { status: 503 })),
  );
  bridge = await createBridge({
    center: {
      baseUrl: sandbox.baseUrl,
      authUrl: sandbox.authUrl,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
    },
    callback: {
      publicUrl: server.origin,
      signingKeys: SIGNING_KEYS,
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
    ...options.bridge,
  });
  const running = bridge;
  const close = async () => {
    await running.close();
    await server.close();
    await sandbox.close();
  };
  const nodeOf = (taskId: string) => sandbox.task(taskId)?.nodeId ?? taskId.replace(/^.*\./, '');
  const accounts = (options.sandbox?.directory ?? DEFAULT_DIRECTORY).accounts.map(({ account }) => account);
  const world: World = {
    sandbox,
    bridge: running,
    reports: () =>
      sandbox.traffic
        .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
        .flatMap(({ body }) => body as { previousTaskId: string; status: string; next?: { nodeId: string }[] }[])
        .map(({ previousTaskId, status, next }) =>
          [nodeOf(previousTaskId), status, ...(next ? [next.map(({ nodeId }) => nodeId).join(',')] : [])].join(' '),
        ),
    taskOf(account, nodeId) {
      const task = sandbox.pending(account).find((each) => each.nodeId === nodeId);
      if (!task) throw new Error(`${account} has no pending ${nodeId}; pending: ${world.pending().join(' ')}`);
      return task.taskId;
    },
    async press(account, nodeId, label = 'Handle') {
      const { body } = await sandbox.press(world.taskOf(account, nodeId), { action: label, account, opinions: 'fine' });
      await running.idle();
      return (body as { code: number }).code;
    },
    pending: () => accounts.flatMap((account) => sandbox.pending(account).map(({ nodeId }) => `${account}:${nodeId}`)),
    [Symbol.asyncDispose]: close,
  };
  return world;
}
