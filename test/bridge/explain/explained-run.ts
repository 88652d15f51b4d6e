import { expect } from 'vitest';
import type { ServiceJob, StartOptions } from '../../../src/index.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type Runtime, type World } from '../world.ts';

export const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 2, 1, 4);

/** One instance on a database file and a real center, whose time is the test's. */
export interface ExplainedRun extends AsyncDisposable {
  readonly world: World;
  readonly instanceId: string;
  press(account: string, nodeId: string, label?: string): Promise<void>;
  /** Presses, and waits only until this service was called for it. */
  pressInto(service: string, account: string, nodeId: string): Promise<void>;
  /** Lets a slow service return, or throw. */
  finish(service: string, error?: Error): Promise<void>;
  message(name: string): Promise<void>;
  /** Lets the time pass, and everything happen that it brings. */
  pass(ms: number): Promise<void>;
  /** Waits until that many sentences are told, while a service is slow. */
  told(count: number): Promise<void>;
  /** Status and sentence of every report but those already seen, with the instance's id left out. */
  sentences(): Promise<string[]>;
}

export interface RunOptions extends StartOptions {
  /** Names of services that return when they are told to. */
  readonly slow?: string;
  readonly reportHoldMs?: number;
  /** Default: false, so that the sentences about what comes later are met. */
  readonly systemTasks?: boolean;
  /** False: nothing is started. */
  readonly starts?: boolean;
  /** Default: a bridge, or a plugin, as the title of the test decides. */
  readonly runtime?: Runtime;
}

/** Both give the same sentences. A test that fails fails by itself too: its title decides which runs it. */
const RUNTIMES: readonly Runtime[] = ['bridge', 'plugin', 'bridge', 'recovered plugin'];

function runtimeOfTest(): Runtime {
  const { currentTestName = '' } = expect.getState();
  return RUNTIMES[currentTestName.length % RUNTIMES.length] ?? 'bridge';
}

/** Deploys the diagram, and starts an instance of it for anna. The service `quick` returns at once. */
export async function explainedRun(xml: string, options: RunOptions = {}): Promise<ExplainedRun> {
  const {
    slow = '',
    reportHoldMs,
    systemTasks = false,
    starts = true,
    runtime = runtimeOfTest(),
    ...startOptions
  } = options;
  const calls = new Map<string, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const callOf = (name: string) => (_: ServiceJob) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      calls.set(name, { resolve: () => resolve({}), reject });
    });
  const names = slow.split(' ').filter((name) => name !== '');
  const file = createDatabaseFile();
  const time = { now: NOON };
  const clock = () => time.now;
  const world = await createWorld({
    runtime,
    bridge: {
      store: file.store,
      clock,
      services: { quick: async () => ({}), ...Object.fromEntries(names.map((name) => [name, callOf(name)])) },
      scripts: async () => true,
      defaults: { systemHandler: 'chen', systemName: 'Bot' },
      ...(reportHoldMs !== undefined && { reportHoldMs }),
      systemTasks,
    },
    sandbox: { clock, switches: { noneKeepsPending: true } },
  });
  const { processId } = await world.bridge.deploy(xml);
  const started = starts ? await world.bridge.start(processId, { initiator: 'anna', ...startOptions }) : undefined;
  if (names.length === 0) await world.bridge.idle();
  const instanceId = async () => started?.instanceId ?? (await world.bridge.instances.list())[0]?.instanceId ?? '';
  let seen = 0;
  return {
    world,
    instanceId: started?.instanceId ?? '',
    async press(account, nodeId, label) {
      expect(await world.press(account, nodeId, label)).toBe(0);
    },
    async pressInto(service, account, nodeId) {
      await expect.poll(() => world.pending()).toContain(`${account}:${nodeId}`);
      await world.sandbox.press(world.taskOf(account, nodeId), { account, action: 'Handle' });
      await expect.poll(() => calls.has(service)).toBe(true);
    },
    async finish(service, error) {
      await expect.poll(() => calls.has(service)).toBe(true);
      const call = calls.get(service);
      calls.delete(service);
      if (error) call?.reject(error);
      else call?.resolve({});
      if (calls.size === 0) await world.bridge.idle();
    },
    async message(name) {
      const outcome = await world.bridge.message({ name, instanceId: await instanceId() });
      expect(outcome).toMatchObject({ matched: true });
      if (calls.size === 0) await world.bridge.idle();
    },
    async pass(ms) {
      time.now += ms;
      // What is due is done at once, also while a service is slow.
      const idle = world.bridge.idle();
      if (names.length === 0) await idle;
      else idle.catch(() => undefined);
    },
    async told(count) {
      const id = await instanceId();
      await expect.poll(async () => (await world.bridge.explain(id)).length).toBe(seen + count);
    },
    async sentences() {
      const id = await instanceId();
      const reports = (await world.bridge.explain(id)).slice(seen);
      seen += reports.length;
      return reports.map(({ status, reason }) => `${status}: ${reason.replaceAll(`${id}.`, '')}`);
    },
    async [Symbol.asyncDispose]() {
      for (const { resolve } of calls.values()) resolve({});
      await world[Symbol.asyncDispose]();
      file[Symbol.dispose]();
    },
  };
}
