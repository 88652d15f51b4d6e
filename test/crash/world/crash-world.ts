import { fileURLToPath } from 'node:url';
import { createSandbox, type PressRequest, type PressResult, type Sandbox } from '../../../src/sandbox/index.ts';
import { Secret } from '../../../src/secret.ts';
import { type CenterView, createCenterView } from '../../support/center-view.ts';
import { type FlakyProxy, startFlakyProxy } from '../../support/flaky-proxy.ts';
import { createSignedAddress } from '../../support/inner/callback.ts';
import type { Landing, Trap } from '../kills/checkpoints.ts';
import {
  type KeyedMessage,
  type KeyedStart,
  type Operation,
  type Patience,
  slownessBy,
  stretch,
  type TaskWork,
} from './child-orders.ts';
import type { CrashDatabase } from './crash-database.ts';
import { type CrashMachine, createCrashMachine } from './crash-machine.ts';
import { startMachineFront } from './machine-front.ts';

export interface CrashWorldOptions {
  readonly database: CrashDatabase;
  /** Default: 1. */
  readonly machines?: number;
  /** Default: that of the bridge. */
  readonly patience?: Patience;
  /** Deployed instead of the examples. */
  readonly diagrams?: readonly string[];
  readonly failServices?: boolean;
  /** Bridges may be told to forget: the database keeps what they delete for the judge. */
  readonly keepsDeleted?: boolean;
  /** A trap has killed a process. */
  readonly onLanded?: (landing: Landing) => void;
  /** A trap is about to kill a process of this machine, or has it stand still. */
  readonly onLanding?: (machine: CrashMachine) => void;
}

interface BootOptions {
  readonly hangServices?: boolean;
  readonly trap?: Trap;
}

/** A center that outlives the bridges it works with, on one database. */
export interface CrashWorld extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly view: CenterView;
  readonly database: CrashDatabase;
  readonly machines: readonly CrashMachine[];
  /** Between the bridges and the center. */
  readonly toCenter: FlakyProxy;
  /** Between the center and the bridges; behind it each connection goes to the next machine that is up. */
  readonly toBridge: FlakyProxy;
  /** Idempotency key of every call of a service, in order. */
  readonly serviceCalls: readonly string[];
  /** Has bridges delete, soon after they open, what was over by then; epoch milliseconds. Undefined: as they do. */
  forgetBefore: (() => number) | undefined;
  /** How many times as long all takes as on a machine that has time for it. */
  readonly slowness: number;
  /** Whether any machine is. */
  readonly isUp: boolean;
  /** Opens a bridge on one machine, or on every one that is down. */
  boot(options?: BootOptions, machine?: CrashMachine): Promise<void>;
  /** SIGKILL to every machine that is up. */
  kill(): Promise<void>;
  /** Starts an instance on the next machine that is up; rejects when it dies before it answers. @returns its id */
  start(processId: string, options: KeyedStart): Promise<string>;
  send(message: KeyedMessage): Promise<void>;
  /** Something is done with a task on the next machine that is up; rejects when it dies before it answers. @returns the kind of the answer */
  work(taskId: string, work: TaskWork): Promise<string>;
  /** An operator looks in on the next machine that is up: see child/operator.ts. */
  operate(operation: Operation): Promise<void>;
  /** Has the center ask about its tasks at night, and when told to. */
  askAtNight(): void;
  /** Presses a button in the center; waits for the answer and not for what it sets off. */
  press(taskId: string, press: PressRequest): Promise<PressAnswer>;
}

export type PressAnswer = PressResult & { readonly code: number | undefined };

const SIGNING_SECRET = 'a secret of the tests, 32 bytes long';

export const EXAMPLES = ['leave-approval', 'purchase'].map((name) =>
  fileURLToPath(new URL(`../../../processes/${name}.bpmn`, import.meta.url)),
);

export async function createCrashWorld(options: CrashWorldOptions): Promise<CrashWorld> {
  const { database, patience, diagrams = EXAMPLES, failServices = false, keepsDeleted = false } = options;
  if (keepsDeleted) await database.keepDeleted();
  const sandbox = await createSandbox({ callbackTimeoutMs: 3_000 });
  const front = await startMachineFront();
  const toCenter = await startFlakyProxy(new URL(sandbox.baseUrl).origin);
  const toBridge = await startFlakyProxy(front.origin);
  const serviceCalls: string[] = [];
  const onService = (key: string) => void serviceCalls.push(key);
  const onLanding = (machine: CrashMachine) => options.onLanding?.(machine);
  const onEnd = (_node: CrashMachine, { landing }: { landing: Landing | undefined }) => {
    if (landing) options.onLanded?.(landing);
  };
  const machines = Array.from({ length: options.machines ?? 1 }, (_, index) =>
    createCrashMachine(`machine ${index + 1}`, front, { onService, onLanding, onEnd }),
  );
  let turn = 0;
  const next = (): CrashMachine => {
    const up = machines.filter(({ isUp }) => isUp);
    turn += 1;
    const machine = up[turn % Math.max(1, up.length)];
    if (!machine) throw new Error('no bridge runs');
    return machine;
  };
  const kill = async () => {
    await Promise.all(machines.filter(({ isUp }) => isUp).map((machine) => machine.kill()));
  };
  const world: CrashWorld = {
    sandbox,
    view: createCenterView(sandbox),
    database,
    machines,
    toCenter,
    toBridge,
    serviceCalls,
    forgetBefore: undefined,
    get slowness() {
      return slownessBy(Math.max(...machines.map(({ openedInMs }) => openedInMs)));
    },
    get isUp() {
      return machines.some(({ isUp }) => isUp);
    },
    async boot({ hangServices = false, trap } = {}, only) {
      const forgetBefore = keepsDeleted ? world.forgetBefore?.() : undefined;
      const order = {
        store: database.store,
        diagrams,
        centerOrigin: toCenter.origin,
        publicUrl: toBridge.origin,
        signingSecret: SIGNING_SECRET,
        hangServices,
        failServices,
        ...(patience && { patience: stretch(patience, world.slowness) }),
        ...(forgetBefore !== undefined && { forgetBefore }),
        ...(trap && { trap }),
      };
      const down = only ? [only] : machines.filter(({ isUp }) => !isUp);
      await Promise.all(down.map((machine) => machine.boot(order)));
    },
    kill,
    start: async (processId, start) => next().tell({ order: 'start', processId, options: start }),
    send: async (message) => void (await next().tell({ order: 'send', message })),
    work: async (taskId, work) => next().tell({ order: 'work', taskId, work }),
    operate: async (operation) => void (await next().tell({ order: 'operate', ...operation })),
    askAtNight: () =>
      sandbox.setStatusUrl(
        'approvals',
        createSignedAddress('task-status', {
          publicUrl: toBridge.origin,
          appId: 'approvals',
          signingKeys: [{ id: 'k1', secret: new Secret(SIGNING_SECRET) }],
        }),
      ),
    async press(taskId, press) {
      const result = await sandbox.press(taskId, press);
      const { code } = (result.body ?? {}) as { code?: number };
      return { ...result, code };
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await Promise.all([toCenter, toBridge, front].map((each) => each[Symbol.asyncDispose]()));
      await sandbox.close();
      await database[Symbol.asyncDispose]();
    },
  };
  return world;
}
