import * as z from 'zod';
import { InputError } from '../errors.ts';
import type { OperationName } from '../operations/operations.ts';
import type { BulkOptions, BulkSkipOptions } from '../operations/options.ts';
import type { TaskOperations } from '../plugin/apply/operations/task-operations.ts';
import { readPressOptions } from '../plugin/apply/press/press-options.ts';
import { by, type Reader, reader, reason, type ShapeOf } from '../read-options.ts';
import type { InstanceRow, InstanceView } from '../store/store.ts';
import { listDoubts } from './answers/doubts.ts';
import { readInstanceDiagram } from './answers/instance-diagram.ts';
import { explainInstance, readSendBackTargets, readTaskDetail, readVariables } from './answers/read-instance.ts';
import { countKeysInUse } from './answers/signing-keys.ts';
import type { Bridge } from './bridge.ts';
import type { BridgeParts } from './compose-bridge.ts';
import { readDeployOptions } from './definitions/deployment.ts';
import { readDefinitionView } from './definitions/stored-definitions.ts';
import { backUpStore } from './operate/backup.ts';
import { operateAll } from './operate/several.ts';

/** What is not about the bridge as a whole. */
export type BridgeMethods = Omit<
  Bridge,
  'on' | 'off' | 'fetch' | 'admin' | 'statusUrl' | 'diagramUrl' | 'health' | 'idle' | 'close'
>;

/** The methods that callers use: each checks its options, and calls a part or the store. */
export function createBridgeMethods(parts: BridgeParts): BridgeMethods {
  const { definitions, starts, press, onTasks, onInstances, migrate, events, lists, rows, run } = parts;
  const { store, clock, restore, config } = parts.context;
  const { callback } = config;
  const keyIds = callback.signingKeys.map(({ id }) => id);
  const retryAll = (name: OperationName) => several(name, reader(BULK, `${name}All`));
  const skipAll = (name: OperationName) => several(name, reader(BULK_SKIP, `${name}All`));

  function several<Options>(name: OperationName, read: Reader<typeof BULK | typeof BULK_SKIP>) {
    return async (choice?: object, options?: Options) => {
      const { dryRun, ...given } = read(options ?? {});
      const { isDone, count, failed } = await operateAll({ lists, run }, name, { choice, options: given, dryRun });
      return { isDone, count, failed };
    };
  }

  const taskOperations = Object.fromEntries(
    Object.entries(onTasks).map(([name, operate]: [string, (taskId: string, ...given: never) => unknown]) => [
      name,
      async (id: unknown, ...given: never) => operate(idOf('task', name, id), ...given),
    ]),
  ) as unknown as TaskOperations;

  return {
    deploy: async (source, options = {}) => definitions.deploy(source, readDeployOptions(options)),
    start: async (id, ...options) => starts.start(idOf('process', 'start', id), ...options),
    async press(id, options) {
      const taskId = idOf('task', 'press', id);
      const { time: pressedAt = clock(), ...rest } = readPressOptions(options, taskId);
      return press({ taskId, ...rest, pressedAt });
    },
    ...taskOperations,
    sendBackTargets: async (id) => readSendBackTargets(store, config.locale, idOf('task', 'sendBackTargets', id)),
    suspend: async (id, ...given) => onInstances.suspend(idOf('instance', 'suspend', id), ...given),
    activate: async (id, ...given) => onInstances.activate(idOf('instance', 'activate', id), ...given),
    terminate: async (id, ...given) => onInstances.terminate(idOf('instance', 'terminate', id), ...given),
    revoke: async (id, ...given) => onInstances.revoke(idOf('instance', 'revoke', id), ...given),
    setVariables: async (id, ...given) => onInstances.setVariables(idOf('instance', 'setVariables', id), ...given),
    signal: async (id, options) => events.signal(idOf('instance', 'signal', id), options),
    broadcast: events.broadcast,
    message: events.message,
    explain: async (instanceId) => explainInstance(store, String(instanceId)),
    diagram: async (instanceId) => readInstanceDiagram(store, String(instanceId)),
    definitions: {
      list: lists.definitions.list,
      get: async (id) => readDefinitionView(store, String(id)),
      makeLatest: rows.makeLatest,
      undeploy: rows.undeploy,
    },
    instances: {
      get: async (instanceId) => viewOf(await store.getInstance(String(instanceId))),
      list: async (filter) => (await lists.instances.list(filter)).map(toView),
      count: countOf(lists.instances),
      migrate,
      variables: async (instanceId, options) => readVariables(store, String(instanceId), options),
    },
    tasks: {
      get: async (taskId) => readTaskDetail(store, definitions, String(taskId)),
      ...{ list: lists.tasks.list, count: countOf(lists.tasks) },
    },
    outbox: {
      ...{ list: lists.outbox.list, count: countOf(lists.outbox), ...rows.outbox },
      ...{ retryAll: retryAll('outbox.retry'), skipAll: skipAll('outbox.skip') },
    },
    messages: {
      get: async (sendId) => store.getMessage(String(sendId)),
      ...{ list: lists.messages.list, count: countOf(lists.messages), ...rows.messages },
      ...{ retryAll: retryAll('messages.retry'), skipAll: skipAll('messages.skip') },
    },
    keys: { inUse: async () => countKeysInUse(store, keyIds) },
    incidents: {
      ...{ list: lists.incidents.list, count: countOf(lists.incidents), ...rows.incidents },
      retryAll: retryAll('incidents.retry'),
    },
    jobs: {
      ...{ list: lists.jobs.list, count: countOf(lists.jobs), retry: rows.retryJob },
      retryAll: retryAll('jobs.retry'),
    },
    doubts: async (options) => listDoubts(store, restore, options),
    backup: async (path) => backUpStore(store, path),
    history: lists.history.list,
  };
}

/** Without what the page passes beside a filter. */
function countOf({ count }: { count(filter?: unknown): Promise<number> }) {
  return (filter?: unknown) => count(filter);
}

type Methods = { readonly [name: string]: ((...given: never[]) => unknown) | Methods };

/** The same methods, which reject once the bridge is closed. @param open throws if it is */
export function whileOpen(methods: BridgeMethods, open: () => undefined): BridgeMethods {
  const wrap = (each: Methods): Methods =>
    Object.fromEntries(
      Object.entries(each).map(([name, method]) => [
        name,
        typeof method === 'function' ? async (...given: never[]) => open() ?? method(...given) : wrap(method),
      ]),
    );
  return wrap(methods as unknown as Methods) as unknown as BridgeMethods;
}

const bulk = { dryRun: z.boolean().default(false), by };
const BULK = z.strictObject(bulk satisfies ShapeOf<BulkOptions>);
const BULK_SKIP = z.strictObject({
  ...bulk,
  reason,
} satisfies ShapeOf<BulkSkipOptions>);

/** The database would refuse another value, which reads as a fault of its own. @param of of what it should be the id of */
function idOf(of: 'process' | 'task' | 'instance', call: string, id: unknown): string {
  if (typeof id === 'string') return id;
  throw new InputError('ERR_INPUT_INVALID', `${call} was given no id: pass that of the ${of}, a text.`);
}

function viewOf(row: InstanceRow | undefined): InstanceView | undefined {
  return row && toView(row);
}

function toView({
  snapshot: _snapshot,
  path: _path,
  chain: _chain,
  revision: _revision,
  refusedTaskId: _refused,
  ...view
}: InstanceRow): InstanceView {
  return view;
}
