import { randomBytes } from 'node:crypto';
import { createBridge } from '../bridge/create-bridge.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import { InputError } from '../errors.ts';
import type { Identity } from '../host/host.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { DEFAULT_APPS } from '../sandbox/setup/apps.ts';
import { DEFAULT_DIRECTORY, type Directory } from '../sandbox/setup/directory.ts';
import type { ListedTask } from '../sandbox/tasks/lists.ts';
import { findPress, pressAs } from './find-press.ts';
import type { PendingTask, ProcessTest, ProcessTestOptions } from './process-test.ts';
import { readReports } from './read-reports.ts';
import { serveHandler } from './serve-handler.ts';
import { createTestStore } from './test-store.ts';

/**
 * Starts a local center and a bridge that reach each other over HTTP, and deploys the diagrams. Addresses are signed and
 * tokens are checked as in production; the database is a SQLite file in the temporary folder, or a schema of its own on
 * PostgreSQL. The clock changes only by {@link ProcessTest.advance}. A killed process leaves only this file or schema.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`, `ERR_MODEL_REFUSED`: see `details.problems`
 * @throws {InputError} `ERR_CONFIG_INVALID`: an option is invalid; `ERR_INPUT_INVALID`: a file does not exist
 */
export async function createProcessTest(options: ProcessTestOptions): Promise<ProcessTest> {
  refuseUnknown(options);
  const { diagrams, directory = DEFAULT_DIRECTORY, now = new Date() } = options;
  const closers: (() => Promise<unknown>)[] = [];
  // A server that stays open would keep the process alive: what fails stops nothing.
  const close = async () => {
    const errors: unknown[] = [];
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop())
      await closer().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  try {
    let time = now.getTime();
    const sandbox = await createSandbox({ ...options.sandbox, directory, clock: () => time });
    closers.push(() => sandbox.close());
    const store = await createTestStore(options.store);
    closers.push(store.remove);
    const server = await serveHandler((request) => bridge.fetch(request), 0);
    closers.push(() => server.close());
    const bridgeOptions: BridgeOptions = {
      identity: identityOf(directory),
      ...options.bridge,
      center: { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, ...clientOf(options) },
      callback: {
        publicUrl: server.origin,
        signingKeys: [{ id: 'test', secret: randomBytes(32).toString('hex') }],
        cipher: { kind: 'none' },
        idToken: { jwksUrl: sandbox.jwksUrl, algorithms: ['ES256'], issuer: sandbox.authUrl, audience: null },
      },
      store: store.url,
      clock: sandbox.now,
    };
    let bridge = await createBridge(bridgeOptions);
    closers.push(() => bridge.close());
    const deployed = await bridge.deploy(diagrams, options.deploy);
    const pending = () => listPending(sandbox, directory);
    return {
      get bridge() {
        return bridge;
      },
      sandbox,
      deployed,
      async start(processId, startOptions) {
        const { instanceId } = await bridge.start(processId, startOptions);
        await bridge.idle();
        return instanceId;
      },
      async press(account, node, button, pressOptions) {
        const found = await findPress({ sandbox, bridge, pending }, { account, node, button });
        const result = await pressAs({ sandbox, bridge }, { account, ...found }, pressOptions);
        await bridge.idle();
        return result;
      },
      pending,
      reports: (instanceId) => readReports(bridge, instanceId),
      async advance(ms) {
        if (!(Number.isSafeInteger(ms) && ms > 0)) {
          throw new InputError('ERR_INPUT_INVALID', 'advance needs a positive whole number of milliseconds');
        }
        // Id tokens use this clock, and the center checks for due work when its own clock is advanced.
        time += ms - 1;
        sandbox.advanceClock(1);
        await bridge.idle();
      },
      async restart() {
        await bridge.close();
        bridge = await createBridge(bridgeOptions);
        await bridge.idle();
      },
      idle: () => bridge.idle(),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    // A database that does not answer cannot be cleaned up either.
    await close().catch(() => undefined);
    throw error;
  }
}

const KNOWN: ReadonlySet<string> = new Set<keyof ProcessTestOptions>([
  ...(['diagrams', 'deploy', 'directory', 'bridge', 'sandbox', 'now', 'store'] as const),
]);

function refuseUnknown(options: ProcessTestOptions): void {
  const unknown = Object.keys(options).filter((name) => !KNOWN.has(name));
  if (unknown.length === 0) return;
  throw new InputError('ERR_CONFIG_INVALID', `unknown option ${unknown.join(', ')}; known: ${[...KNOWN].join(', ')}`);
}

/** The first application of the center is the service under test. */
function clientOf({
  sandbox,
}: ProcessTestOptions): Pick<BridgeOptions['center'], 'appId' | 'clientId' | 'clientSecret'> {
  const [app] = sandbox?.apps ?? DEFAULT_APPS;
  if (app === undefined) throw new InputError('ERR_CONFIG_INVALID', 'sandbox.apps: a test needs one application');
  const { appId, clientId, clientSecret } = app;
  return { appId, clientId, clientSecret };
}

function identityOf({ accounts, groups = [] }: Directory): Identity {
  const membersOf = (group: string) => groups.find(({ id }) => id === group)?.members ?? [];
  return {
    membersOf,
    isMember: (group, account) => membersOf(group).includes(account),
    nameOf: (account) => accounts.find((each) => each.account === account)?.name,
  };
}

function listPending(sandbox: Sandbox, { accounts }: Directory): PendingTask[] {
  const found = new Map<string, { readonly task: ListedTask; readonly accounts: string[] }>();
  for (const { account } of accounts) {
    for (const task of sandbox.pending(account)) {
      const known = found.get(task.taskId);
      if (known === undefined) found.set(task.taskId, { task, accounts: [account] });
      else known.accounts.push(account);
    }
  }
  return [...found.values()]
    .toSorted((one, other) => one.task.createdAt - other.task.createdAt)
    .map(({ task: { taskId, nodeId, nodeName, buttons }, accounts: people }) => ({
      ...{ taskId, nodeId, nodeName, accounts: people },
      buttons: buttons.map(({ name }) => name),
    }));
}
