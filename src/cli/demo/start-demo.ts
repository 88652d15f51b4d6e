import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { serveHandler } from '../../testing/serve-handler.ts';
import { createDemoBridge, DEMO_APP_ID } from './demo-bridge.ts';
import { type DemoKeys, keepDemoKeys } from './demo-keys.ts';
import { answerDemoPage } from './demo-pages.ts';
import { describeDemo } from './describe-demo.ts';
import { readProcesses } from './process-files.ts';
import { type DemoWorld, tellMatters } from './tell-matters.ts';

export interface DemoSettings {
  readonly keys: DemoKeys;
  /** Where they are kept; undefined: nowhere. */
  readonly keysFile: string | undefined;
  /** Of the bridge. */
  readonly store: string;
  /** Of the business system, where none was kept with the keys; 0 takes a free one. */
  readonly port: number;
  readonly timeZone: string;
}

/** A business system with a bridge, beside the center. */
export interface Demo {
  /**
   * What was started, for a person, once all of it is in the center.
   * @throws {BridgeError} the port is in use, the database cannot be used
   */
  readonly ready: Promise<string>;
  /** Ends all of it, also while it starts. */
  close(): Promise<void>;
}

/** The company whose people the sandbox has: its processes are deployed, and its matters brought on their way. */
export function startDemo(center: Sandbox, settings: DemoSettings): Demo {
  const opened: { close(): Promise<void> }[] = [];
  let isClosing = false;
  const closeOpened = async () => {
    for (let next = opened.pop(); next !== undefined; next = opened.pop()) await next.close();
  };
  const goOn = () => {
    if (isClosing) throw new Error('the demo was stopped while it started');
  };
  const ready = start();
  // Whoever stops it before it is ready asks no more.
  ready.catch(() => undefined);

  async function start(): Promise<string> {
    const { keys, keysFile, store, timeZone } = settings;
    let world: DemoWorld | undefined;
    const answer = async (request: Request): Promise<Response> => {
      if (world === undefined) return new Response(null, { status: 503 });
      const isForBridge = new URL(request.url).pathname.startsWith('/bridge/');
      return isForBridge ? world.bridge.fetch(request) : answerDemoPage(world, request);
    };
    const server = await serveHandler(answer, keys.port ?? settings.port);
    opened.push(server);
    goOn();
    await keepDemoKeys(keysFile, { ...keys, port: server.port });
    const bridge = await createDemoBridge(center, keys, { origin: server.origin, store, timeZone });
    opened.push(bridge);
    goOn();
    world = { center, bridge };
    for (const xml of await readProcesses(server.origin)) await bridge.deploy(xml);
    center.setStatusUrl(DEMO_APP_ID, bridge.statusUrl());
    center.setDiagramUrl(DEMO_APP_ID, bridge.diagramUrl());
    await tellMatters(world);
    return describeDemo(center, server.origin, await bridge.instances.list());
  }

  return {
    ready,
    async close() {
      isClosing = true;
      await closeOpened();
      await ready.catch(() => undefined);
      await closeOpened();
    },
  };
}
