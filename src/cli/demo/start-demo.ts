import { readdir, readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { serveHandler } from '../../testing/serve-handler.ts';
import type { Company } from './company.ts';
import { createDemoBridge, DEMO_APP_ID, type DemoKeys } from './demo-bridge.ts';
import { answerDemo } from './demo-pages.ts';
import { describeDemo } from './describe-demo.ts';
import { type DemoWorld, startDemoMatters } from './start-demo-matters.ts';

export interface DemoSettings {
  readonly keys: DemoKeys;
  /** Port of the business system; any free one if it is 0 or in use. */
  readonly port: number;
  readonly timeZone: string;
  readonly company: Company;
}

/** A business system with a bridge that uses the center. */
export interface Demo {
  /**
   * Resolves with a description of the demo when all its tasks are in the center.
   * @throws {BridgeError} the port is in use, the database cannot be used
   */
  readonly ready: Promise<string>;
  /** Stops the demo, also while it starts. */
  close(): Promise<void>;
}

/** Starts the demo company: deploys its processes, and starts its matters. */
export function startDemo(center: Sandbox, settings: DemoSettings): Demo {
  const opened: { close(): Promise<void> }[] = [];
  let isClosing = false;
  const closeOpened = async () => {
    for (let next = opened.pop(); next !== undefined; next = opened.pop()) await next.close();
  };
  const throwIfClosing = () => {
    if (isClosing) throw new Error('the demo was stopped while it started');
  };
  const ready = start();
  // If it is stopped before it is ready, the rejection is ignored.
  ready.catch(() => undefined);

  async function start(): Promise<string> {
    const { keys, port, timeZone, company } = settings;
    let world: DemoWorld | undefined;
    const answer = async (request: Request): Promise<Response> => {
      if (world === undefined) return new Response(null, { status: 503 });
      return answerDemo(world, request);
    };
    // Nobody has chosen this port.
    const server = await serveHandler(answer, port).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      return serveHandler(answer, 0);
    });
    opened.push(server);
    throwIfClosing();
    const bridge = await createDemoBridge(center, keys, { origin: server.origin, timeZone, company });
    opened.push(bridge);
    throwIfClosing();
    world = { center, bridge, company };
    for (const xml of await readProcesses(server.origin, company)) await bridge.deploy(xml);
    center.setStatusUrl(DEMO_APP_ID, bridge.statusUrl());
    center.setDiagramUrl(DEMO_APP_ID, bridge.diagramUrl());
    await startDemoMatters(world);
    return describeDemo(world, server.origin, await bridge.instances.list());
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

const FOLDER = new URL('processes/', PACKAGE_ROOT);

/** The address of the business system in the diagrams. */
const EXAMPLE_ORIGINS = /https:\/\/(contracts|expenses)\.example(?=\/)/g;

/** Reads all processes of the package, in the language of the company, with the addresses of its pages. */
export async function readProcesses(pagesOrigin: string, { translateDiagram }: Company): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.bpmn')).sort();
  const diagrams = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  return diagrams.map((xml) => translateDiagram(xml).replaceAll(EXAMPLE_ORIGINS, pagesOrigin));
}
