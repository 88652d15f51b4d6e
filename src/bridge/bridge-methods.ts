import type { BridgeConfig } from '../config.ts';
import { InputError } from '../errors.ts';
import { readPressOptions } from '../plugin/apply/press/press-options.ts';
import type { InstanceRow, InstanceView, Store } from '../store/port.ts';
import { listDefinitions, listIncidents, listInstances, listMessages, listTasks } from './answers/continued-lists.ts';
import { listDoubts } from './answers/doubts.ts';
import { explainInstance } from './answers/explain-instance.ts';
import { readInstanceDiagram } from './answers/instance-diagram.ts';
import {
  readDefinitionFilter,
  readHistoryFilter,
  readIncidentFilter,
  readInstanceFilter,
  readJobFilter,
  readMessageFilter,
  readOutboxFilter,
  readTaskFilter,
} from './answers/list-filters.ts';
import { readTaskDetail } from './answers/read-task.ts';
import { readVariables } from './answers/read-variables.ts';
import type { Bridge } from './bridge.ts';
import type { BridgeParts } from './compose-bridge.ts';
import { readDefinitionView, undeployDefinition } from './definitions/deployed-definitions.ts';
import { readUndeployOptions } from './definitions/undeploy-options.ts';
import { readDeployOptions } from './operations/deploy-options.ts';
import { countKeysInUse } from './signing-keys.ts';

/** What is not about the bridge as a whole. */
type BridgeMethods = Omit<
  Bridge,
  'on' | 'off' | 'fetch' | 'admin' | 'statusUrl' | 'diagramUrl' | 'health' | 'idle' | 'close'
>;

/**
 * The methods that callers use: each refuses if the bridge is closed, checks its options, and calls a part or the store.
 * @param open throws if the bridge is closed
 */
export function createBridgeMethods(
  { callback, clock }: BridgeConfig,
  store: Store,
  parts: BridgeParts,
  open: () => undefined,
): BridgeMethods {
  const keyIds = callback.signingKeys.map(({ id }) => id);
  return {
    async deploy(source, options = {}) {
      open();
      return parts.definitions.deploy(source, clock(), readDeployOptions(options));
    },
    start: async (id, ...options) => open() ?? parts.starts.start(idOf('process', 'start', id), ...options),
    async press(id, pressOptions) {
      open();
      const taskId = idOf('task', 'press', id);
      const { time, ...rest } = readPressOptions(taskId, pressOptions);
      return parts.press({ taskId, ...rest, pressedAt: time ?? clock() });
    },
    transfer: async (id, ...given) => open() ?? parts.onTasks.transfer(idOf('task', 'transfer', id), ...given),
    circulate: async (id, ...given) => open() ?? parts.onTasks.circulate(idOf('task', 'circulate', id), ...given),
    reassign: async (id, ...given) => open() ?? parts.onTasks.reassign(idOf('task', 'reassign', id), ...given),
    suspend: async (id, ...given) => open() ?? parts.onInstances.suspend(idOf('instance', 'suspend', id), ...given),
    activate: async (id, ...given) => open() ?? parts.onInstances.activate(idOf('instance', 'activate', id), ...given),
    terminate: async (id, ...given) =>
      open() ?? parts.onInstances.terminate(idOf('instance', 'terminate', id), ...given),
    revoke: async (id, ...given) => open() ?? parts.onInstances.revoke(idOf('instance', 'revoke', id), ...given),
    setVariables: async (id, ...given) =>
      open() ?? parts.onInstances.setVariables(idOf('instance', 'setVariables', id), ...given),
    signal: async (id, options) => open() ?? parts.events.signal(idOf('instance', 'signal', id), options),
    async broadcast(options) {
      open();
      return parts.events.broadcast(options);
    },
    async message(options) {
      open();
      return parts.events.message(options);
    },
    async explain(instanceId) {
      open();
      return explainInstance(store, String(instanceId));
    },
    async diagram(instanceId) {
      open();
      return readInstanceDiagram(store, String(instanceId));
    },
    definitions: {
      list: async (filter) => open() ?? listDefinitions(store, readDefinitionFilter(filter)),
      get: async (id) => open() ?? readDefinitionView(store, String(id)),
      async undeploy(definitionId, options) {
        open();
        const { by } = readUndeployOptions(String(definitionId), options);
        await undeployDefinition(store, String(definitionId), clock(), by === undefined ? {} : { by });
      },
    },
    instances: {
      get: async (instanceId) => open() ?? viewOf(await store.getInstance(String(instanceId))),
      list: async (filter) => open() ?? (await listInstances(store, readInstanceFilter.list(filter))).map(toView),
      count: async (filter) => open() ?? store.countInstances(readInstanceFilter.count(filter)),
      migrate: async (options) => open() ?? parts.migrate(options),
      variables: async (instanceId, options) => open() ?? readVariables(store, String(instanceId), options),
    },
    tasks: {
      get: async (taskId) => open() ?? readTaskDetail(store, parts.definitions, String(taskId)),
      list: async (filter) => open() ?? listTasks(store, readTaskFilter.list(filter)),
      count: async (filter) => open() ?? store.countTasks(readTaskFilter.count(filter)),
    },
    outbox: {
      list: async (filter) => open() ?? store.listOutbox(readOutboxFilter.list(filter)),
      count: async (filter) => open() ?? store.countOutbox(readOutboxFilter.count(filter)),
      retry: async (...report) => open() ?? parts.outbox.retry(...report),
      skip: async (...report) => open() ?? parts.outbox.skip(...report),
      retryAll: async (...choice) => open() ?? parts.bulk.retryReports(...choice),
      skipAll: async (...choice) => open() ?? parts.bulk.skipReports(...choice),
      acknowledge: async (...report) => open() ?? parts.outbox.acknowledge(...report),
      now: async (options) => open() ?? parts.outbox.now(options),
    },
    messages: {
      send: async (...message) => open() ?? parts.messages.send(...message),
      get: async (sendId) => open() ?? store.getMessage(String(sendId)),
      list: async (filter) => open() ?? listMessages(store, readMessageFilter.list(filter)),
      count: async (filter) => open() ?? store.countMessages(readMessageFilter.count(filter)),
      retry: async (...message) => open() ?? parts.messages.retry(...message),
      skip: async (...message) => open() ?? parts.messages.skip(...message),
      retryAll: async (...choice) => open() ?? parts.bulk.retryMessages(...choice),
      skipAll: async (...choice) => open() ?? parts.bulk.skipMessages(...choice),
    },
    keys: { inUse: async () => open() ?? countKeysInUse(store, keyIds) },
    incidents: {
      list: async (filter) => open() ?? listIncidents(store, readIncidentFilter.list(filter)),
      count: async (filter) => open() ?? store.countIncidents(readIncidentFilter.count(filter)),
      retry: async (...incident) => open() ?? parts.incidents.retry(...incident),
      resolve: async (...incident) => open() ?? parts.incidents.resolve(...incident),
      retryAll: async (...choice) => open() ?? parts.bulk.retryIncidents(...choice),
    },
    jobs: {
      list: async (filter) => open() ?? store.listJobs(readJobFilter.list(filter)),
      count: async (filter) => open() ?? store.countJobs(readJobFilter.count(filter)),
      retry: async (...job) => open() ?? parts.bulk.retryJob(...job),
      retryAll: async (...choice) => open() ?? parts.bulk.retryJobs(...choice),
    },
    doubts: async () => open() ?? listDoubts(store, parts.restore),
    history: async (filter) => open() ?? store.listHistory(readHistoryFilter(filter)),
  };
}

/** The database would refuse another value, which reads as a fault of its own. @param of what it should be the id of */
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
  ...view
}: InstanceRow): InstanceView {
  return view;
}
