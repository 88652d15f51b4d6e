import { Engine } from 'bpmn-engine';
import type { Bridge, NextTaskItem, ScriptFunction, StartOptions, TaskHandlingItem } from '../../../src/index.ts';
import { createPlugin, type Plugin } from '../../../src/plugin/index.ts';
import { createTimers } from '../../property/subjects/captured-timers.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

type Variables = NonNullable<StartOptions['variables']>;

/** What services are told, and what they give. */
export type Services = Readonly<Record<string, (job: { readonly input: unknown }) => unknown>>;

/** One instance of a diagram, told in node ids, by whatever runs it. */
export interface Player extends AsyncDisposable {
  /** Presses a button of the first open task of the node, as its first handler. */
  press(nodeId: string, variables?: Variables, action?: string): Promise<void>;
  message(name: string): Promise<void>;
  pass(ms: number): Promise<void>;
  /** `node (handlers)` of each open task, sorted. */
  open(): Promise<readonly string[]>;
  /** What the center was told of each task of the node, in order. */
  told(nodeId: string): readonly NextTaskItem[];
  /** The bridge that runs it now. @throws {TypeError} it is on an engine of its own */
  bridge(): Bridge;
}

/** What is played. */
export interface Play {
  readonly xml: string;
  readonly variables: Variables;
  /** One that throws is called again once time has passed. */
  readonly services: Services;
  /** Files of what it calls. */
  readonly called: readonly string[];
}

export type MakePlayer = (play: Play) => Promise<Player>;

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 2, 1, 4);
const show = (tasks: readonly { readonly nodeId: string; readonly handlers: readonly string[] }[]) =>
  tasks.map(({ nodeId, handlers }) => `${nodeId} (${handlers.join()})`).toSorted();

/** The language of scripts here: the name of a variable. */
const valueOfName: ScriptFunction = ({ script, variables }) => variables[script];

/** An engine of the host's own with the plugin. @param recovers anew before everything that happens */
export function onOwnEngine(recovers: boolean): MakePlayer {
  return async ({ xml: source, variables, services }) => {
    const time = { now: NOON };
    const timers = createTimers(time);
    const told: TaskHandlingItem[] = [];
    const build = () => {
      const plugin = createPlugin({
        appId: 'app',
        instanceId: 'i',
        initiator: 'anna',
        defaults: { systemHandler: 'chen' },
        timeZone: 'UTC',
        clock: () => time.now,
        services,
        scripts: valueOfName,
        actionUrl: (taskId) => `https://service.test/${taskId}`,
        onReports: (items) => void told.push(...items),
        // Those that fail are called again.
        onError: () => {},
      });
      const options = { name: 'own', source, ...plugin.engineOptions };
      return { plugin, engine: new Engine(options as ConstructorParameters<typeof Engine>[0]) };
    };
    let { plugin, engine } = build();

    async function again(): Promise<void> {
      const stored = [plugin.snapshot(), JSON.stringify(await engine.getState())] as const;
      await engine.stop();
      await new Promise((resolve) => setImmediate(resolve));
      ({ plugin, engine } = build());
      plugin.recover(stored[0]);
      engine.recover(JSON.parse(stored[1]) as Parameters<Engine['recover']>[0]);
      await engine.resume({ listener: plugin.listener });
      await plugin.idle();
    }

    const happen = (work: (on: Plugin) => unknown) =>
      timers.capture(async () => {
        if (recovers) await again();
        await work(plugin);
        await new Promise((resolve) => setImmediate(resolve));
        await plugin.idle();
      });

    await timers.capture(async () => {
      await engine.execute({ listener: plugin.listener, variables });
      await plugin.idle();
    });
    return {
      press: (nodeId, given, action) =>
        happen(async (on) => {
          const task = on.openTasks.find((each) => each.nodeId === nodeId);
          const press = {
            account: task?.handlers[0] ?? '',
            ...(given && { variables: given }),
            ...(action && { action }),
          };
          const verdict = await on.press(task?.taskId ?? nodeId, press);
          if (verdict.kind !== 'applied') throw new Error(`the press of ${nodeId} was ${verdict.kind}`);
        }),
      message: (name) => happen((on) => on.deliver({ kind: 'message', name })),
      pass(ms) {
        time.now += ms;
        return happen((on) => {
          timers.fireDue();
          on.retryServices();
        });
      },
      open: async () => show(plugin.openTasks),
      told: (nodeId) => told.flatMap(({ next = [] }) => next).filter((item) => item.nodeId === nodeId),
      bridge() {
        throw new TypeError('no bridge runs it');
      },
      [Symbol.asyncDispose]: () => engine.stop(),
    };
  };
}

/** A bridge over real sockets. @param restarts before everything that happens */
export function onBridge(restarts: boolean): MakePlayer {
  return async ({ xml, variables, services, called }) => {
    let now = NOON;
    const clock = () => now;
    const database = createDatabaseFile();
    const world = await createWorld({
      bridge: {
        clock,
        services,
        scripts: valueOfName,
        store: database.store,
        timeZone: 'UTC',
        defaults: { systemHandler: 'chen' },
        jobs: { retryMinMs: MINUTE_MS, retryMaxMs: MINUTE_MS },
      },
      sandbox: { clock },
    });
    for (const file of called) await world.bridge.deploy(file);
    const { processId } = await world.bridge.deploy(xml);
    const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
    await world.bridge.idle();
    const openTasks = () => world.bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
    const happen = async (work: () => unknown) => {
      if (restarts) await world.reopen();
      await work();
      await world.bridge.idle();
    };
    return {
      press: (nodeId, given, action) =>
        happen(async () => {
          const task = (await openTasks()).find((each) => each.nodeId === nodeId);
          const press = {
            account: task?.handlers[0] ?? '',
            ...(given && { variables: given }),
            ...(action && { action }),
          };
          const verdict = await world.bridge.press(task?.taskId ?? nodeId, press);
          if (verdict.kind !== 'applied') throw new Error(`the press of ${nodeId} was ${verdict.kind}`);
        }),
      message: (name) => happen(() => world.bridge.message({ instanceId, name })),
      async pass(ms) {
        await happen(() => {
          now += ms;
        });
      },
      open: async () => show(await openTasks()),
      told: (nodeId) =>
        world.sandbox.traffic
          .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
          .flatMap(({ body }) => body as readonly TaskHandlingItem[])
          .flatMap(({ next = [] }) => next)
          .filter((item) => item.nodeId === nodeId),
      bridge: () => world.bridge,
      async [Symbol.asyncDispose]() {
        await world[Symbol.asyncDispose]();
        database[Symbol.dispose]();
      },
    };
  };
}
