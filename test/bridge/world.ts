import {
  type Bridge,
  type BridgeOptions,
  type CallbackOptions,
  type CenterOptions,
  createBridge,
  type Logger,
  type StartOptions,
} from '../../src/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type CenterView, createCenterView } from '../support/center-view.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { createPluginBridge } from './by-plugin/create-plugin-bridge.ts';
import type { PluginRuntime } from './by-plugin/hosted-engine.ts';

/** A center and a bridge that reach each other over real sockets. */
export interface World extends AsyncDisposable, Pick<CenterView, 'reports' | 'pending' | 'taskOf'> {
  readonly sandbox: Sandbox;
  /** The one that runs now. */
  readonly bridge: Bridge;
  /** What the bridge told its logger, in order. */
  readonly log: readonly LogEntry[];
  /** Closes the bridge and opens another with the same options, but for these. */
  reopen(changes?: Partial<BridgeOptions>): Promise<Bridge>;
  /** Deploys the file and starts its process, by anna unless told otherwise; waits until all that follows has happened. */
  begin(xml: string, start?: Partial<StartOptions>): Promise<{ instanceId: string }>;
  /** Presses a button as the account in the center, and waits until everything it sets off has happened. */
  press(account: string, nodeId: string, label?: string): Promise<number>;
}

export interface LogEntry {
  readonly level: keyof Logger;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const SIGNING_KEYS = [{ id: 'k1', secret: 'a secret of the tests, 32 bytes long' }];

type WorldCallback = Partial<Omit<CallbackOptions, 'publicUrl'>>;

/** What runs the instances: a bridge, or a service with engines of its own. */
export type Runtime = 'bridge' | PluginRuntime;

export interface WorldOptions {
  /** Default: a bridge. */
  readonly runtime?: Runtime | undefined;
  /** Beside or instead of what the world says itself; an address it must know itself. */
  readonly bridge?: Partial<Omit<BridgeOptions, 'callback'>>;
  readonly callback?: WorldCallback | ((sandbox: Sandbox) => WorldCallback);
  readonly center?: Partial<CenterOptions>;
  readonly sandbox?: SandboxOptions;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const sandbox = await createSandbox(options.sandbox);
  let running: Bridge | undefined;
  const server = await serveFetch(
    (request) => running?.fetch(request) ?? Promise.resolve(new Response(null, { status: 503 })),
  );
  const log: LogEntry[] = [];
  const bridgeOptions: BridgeOptions = {
    center: {
      baseUrl: sandbox.baseUrl,
      authUrl: sandbox.authUrl,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
      ...options.center,
    },
    callback: {
      publicUrl: server.origin,
      signingKeys: SIGNING_KEYS,
      cipher: { kind: 'none' },
      idToken: 'trust-center',
      ...(typeof options.callback === 'function' ? options.callback(sandbox) : options.callback),
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
    logger: recordingLogger(log),
    ...options.bridge,
  };
  const openBridge = async (changes: Partial<BridgeOptions> = {}): Promise<Bridge> => {
    const { runtime = 'bridge' } = options;
    if (runtime === 'bridge') return createBridge({ ...bridgeOptions, ...changes });
    return createPluginBridge(bridgeOptions, runtime) as unknown as Bridge;
  };
  let bridge = await openBridge();
  running = bridge;
  const close = async () => {
    await bridge.close();
    await server.close();
    await sandbox.close();
  };
  const view = createCenterView(sandbox, options.sandbox?.directory);
  const world: World = {
    sandbox,
    log,
    get bridge() {
      return bridge;
    },
    async reopen(changes) {
      await bridge.close();
      bridge = await openBridge(changes);
      running = bridge;
      return bridge;
    },
    reports: view.reports,
    pending: view.pending,
    taskOf: view.taskOf,
    async begin(xml, start) {
      const { processId } = await bridge.deploy(xml);
      const started = await bridge.start(processId, { initiator: 'anna', ...start });
      await bridge.idle();
      return started;
    },
    async press(account, nodeId, label = 'Handle') {
      const { body } = await sandbox.press(world.taskOf(account, nodeId), { action: label, account, opinions: 'fine' });
      await bridge.idle();
      return (body as { code: number }).code;
    },
    [Symbol.asyncDispose]: close,
  };
  return world;
}

function recordingLogger(log: LogEntry[]): Logger {
  const at =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, fields = {}) =>
      void log.push({ level, message, fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
