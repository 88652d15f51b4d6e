/** bpmn-server as a baseline, of one version, installed apart from the library by whoever compares with it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasuredProcess } from './step-processes.ts';

/** What is used of it. */
interface BpmnServer {
  readonly engine: {
    start(name: string, data: object): Promise<Execution>;
    invoke(query: object, data: object): Promise<Execution>;
  };
}

interface Execution {
  readonly instance: { readonly id: string; readonly status: string };
}

interface DataStore {
  locker: { lock(id: string): Promise<boolean>; release(id: string): Promise<void> };
  readonly db: { deleteFile(id: string): Promise<void> };
}

const FOLDER = fileURLToPath(new URL('bpmn-server/', import.meta.url));

/** What to run where it is missing; undefined: it is installed. */
export function bpmnServerMissing(): string | undefined {
  const isInstalled = existsSync(join(FOLDER, 'node_modules', 'bpmn-server'));
  return isInstalled ? undefined : 'npm install --prefix test/bench/bpmn-server';
}

/**
 * The process on a bpmn-server that keeps its instances in memory, or reads each from a file for every press and writes it
 * afterwards. Its other store is MongoDB.
 * @param folder for its diagrams and instances
 * @returns what runs one instance to its end, and removes it, because its stores search all that they have
 */
export function runOnBpmnServer(
  store: 'memory' | 'files',
  { xml, presses }: MeasuredProcess,
  folder: string,
): () => Promise<void> {
  const models = join(folder, 'models');
  const instances = join(folder, 'instances');
  for (const path of [models, instances]) mkdirSync(path, { recursive: true });
  // Its conditions are JavaScript.
  writeFileSync(join(models, 'process.bpmn'), xml.replaceAll(/\$\{(!?)approved\}/g, '$1data.approved'));
  const { server, dataStore, logger } = inSilence(() => openServer(store, models, instances));
  // It takes every error of the process for its own, and goes on.
  process.removeAllListeners('uncaughtException');

  async function runOne(): Promise<void> {
    let { instance } = await server.engine.start('process', { approved: true });
    for (const { id } of presses) {
      ({ instance } = await server.engine.invoke({ id: instance.id, 'items.elementId': id }, {}));
    }
    if (instance.status !== 'end') throw new Error(`The instance of bpmn-server is ${instance.status}.`);
    await dataStore.db.deleteFile(instance.id);
    // It keeps all that it logs.
    logger.clear();
  }
  return () => inSilence(runOne);
}

/** These two stores print each of their queries. */
function inSilence<Result>(run: () => Result): Result {
  const { log } = console;
  const speak = () => {
    console.log = log;
  };
  console.log = () => undefined;
  const result = run();
  if (result instanceof Promise) void result.then(speak, speak);
  else speak();
  return result;
}

function openServer(store: 'memory' | 'files', models: string, instances: string) {
  const load = createRequire(join(FOLDER, 'package.json'));
  const parts = load('bpmn-server');
  const { MemoryDataStore } = load('bpmn-server/dist/datastore/MemoryDataStore.js');
  const { JSONDataStore } = load('bpmn-server/dist/datastore/JSONDataStore.js');
  const logger: { clear(): void } = new parts.Logger({ toConsole: false });
  let dataStore: DataStore | undefined;
  const configuration = {
    definitionsPath: `${models}/`,
    timers: { forceTimersDelay: 1000, precision: 3000 },
    database: { dataPath: instances, MongoDB: { db_url: '', db: '' } },
    logger,
    definitions: (server: BpmnServer) => new parts.ModelsDatastore(server),
    appDelegate: (server: BpmnServer) => new parts.DefaultAppDelegate(server),
    dataStore: (server: BpmnServer) => {
      const opened: DataStore = store === 'memory' ? new MemoryDataStore(server) : new JSONDataStore(server);
      // The locks of these two stores no longer fit the rest of it; here nobody else uses the instance.
      opened.locker = { lock: async () => true, release: async () => undefined };
      dataStore = opened;
      return opened;
    },
    cacheManager: (server: BpmnServer) => new parts.NoCacheManager(server),
    scriptHandler: () => new parts.ScriptHandler(),
  };
  const server: BpmnServer = new parts.BPMNServer(configuration, logger, { cron: false });
  if (!dataStore) throw new Error('bpmn-server opened no store.');
  return { server, dataStore, logger };
}
