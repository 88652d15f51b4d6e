import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '../../src/sandbox/create-sandbox.ts';
import type { PressRequest, PressResult } from '../../src/sandbox/press.ts';
import { createDatabaseFile, type DatabaseFile } from '../bridge/database-file.ts';
import { type CenterView, createCenterView } from '../support/center-view.ts';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.ts';
import { type BridgeChild, forgetCompiled, startBridgeChild } from './start-bridge-child.ts';

/** A center that outlives the bridges it works with, one after the other on one database file. */
export interface CrashWorld extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly view: CenterView;
  readonly file: DatabaseFile;
  /** Between the bridge and the center. */
  readonly toCenter: FlakyProxy;
  /** Between the center and the bridge. */
  readonly toBridge: FlakyProxy;
  /** Idempotency key of every call of a service, in order. */
  readonly serviceCalls: readonly string[];
  readonly isUp: boolean;
  /** Opens a bridge on the file, in a new process. @param options.drawings deployed instead of the examples */
  boot(options?: { hangServices?: boolean; drawings?: readonly string[] }): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Closes the bridge, and gives the exit code of its process. */
  close(): Promise<number | null>;
  start(processId: string, options: Parameters<BridgeChild['start']>[1]): Promise<string>;
  /** Presses a button in the center; waits for the answer and not for what it sets off. */
  press(taskId: string, press: PressRequest): Promise<PressResult & { readonly code: number | undefined }>;
}

const PROCESS_FILES = ['leave-approval', 'purchase'].map((name) =>
  fileURLToPath(new URL(`../../processes/${name}.bpmn`, import.meta.url)),
);

let loading: Promise<BridgeChild> | undefined;

/** A process that has loaded everything; the next loads while this one works, since most of a start is loading. */
async function takeLoaded(): Promise<BridgeChild> {
  const taken = loading ?? startBridgeChild();
  loading = taken.then(startBridgeChild);
  return taken;
}

/** Ends the process that was loaded and never used. To be called once, after the last world. */
export async function endCrashWorlds(): Promise<void> {
  await (await loading)?.kill();
  forgetCompiled();
}

export async function createCrashWorld(): Promise<CrashWorld> {
  const file = createDatabaseFile();
  const sandbox = await createSandbox();
  const toCenter = await startFlakyProxy(new URL(sandbox.baseUrl).origin);
  const toBridge = await startFlakyProxy();
  const serviceCalls: string[] = [];
  let current: BridgeChild | undefined;
  const running = () => {
    if (!current) throw new Error('no bridge runs');
    return current;
  };
  const part = () => {
    const parting = running();
    current = undefined;
    toBridge.target = undefined;
    return parting;
  };
  return {
    sandbox,
    view: createCenterView(sandbox),
    file,
    toCenter,
    toBridge,
    serviceCalls,
    get isUp() {
      return current !== undefined;
    },
    async boot({ hangServices = false, drawings = PROCESS_FILES } = {}) {
      const child = await takeLoaded();
      const order = {
        store: file.store,
        drawings,
        centerOrigin: toCenter.origin,
        publicUrl: toBridge.origin,
        signingSecret: 'a secret of the tests, 32 bytes long',
        hangServices,
      };
      toBridge.target = await child.open(order, (key) => void serviceCalls.push(key));
      current = child;
    },
    kill: () => part().kill(),
    close: () => part().close(),
    start: async (processId, options) => running().start(processId, options),
    async press(taskId, press) {
      const result = await sandbox.press(taskId, press);
      const { code } = (result.body ?? {}) as { code?: number };
      return { ...result, code };
    },
    async [Symbol.asyncDispose]() {
      await current?.kill();
      await Promise.all([toCenter[Symbol.asyncDispose](), toBridge[Symbol.asyncDispose](), sandbox.close()]);
      file[Symbol.dispose]();
    },
  };
}
