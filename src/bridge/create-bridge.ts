import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSignedAddress } from '../callback/signed-address.ts';
import type { CenterClient } from '../center/port.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import { type BridgeConfig, parseOptions } from '../config.ts';
import { BridgeError, InputError } from '../errors.ts';
import { createLog, describeCause, type Log } from '../logger.ts';
import { readPressOptions } from '../plugin/apply/press/press-options.ts';
import { openStore } from '../store/open-store.ts';
import type { InstanceRow, InstanceView, Restore, Store } from '../store/port.ts';
import { listDoubts } from './answers/doubts.ts';
import { explainInstance } from './answers/explain-instance.ts';
import { readInstanceDiagram } from './answers/instance-diagram.ts';
import {
  readDefinitionFilter,
  readHistoryFilter,
  readIncidentFilter,
  readInstanceFilter,
  readMessageFilter,
  readOutboxFilter,
  readTaskFilter,
} from './answers/list-filters.ts';
import { listInstances } from './answers/list-instances.ts';
import { readHealth } from './answers/read-health.ts';
import type { Bridge } from './bridge.ts';
import { type BridgeEnvironment, type BridgeParts, composeBridge } from './compose-bridge.ts';
import { checkCirculationMessage } from './definitions/check-circulation-message.ts';
import { checkOptionFunctions } from './definitions/check-option-functions.ts';
import { readDefinitionView, undeployDefinition } from './definitions/deployed-definitions.ts';
import { createEmit, createEmitter } from './events.ts';
import { logBacklog } from './loops/log-backlog.ts';
import { watchSchema } from './loops/watch-schema.ts';
import { readDeployOptions } from './operations/deploy-options.ts';
import { countKeysInUse, refuseMissingKeys } from './signing-keys.ts';

/** How long a closing bridge waits for services that ignore their abort signal. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Opens the store and starts processing, beginning with overdue rows of an earlier run.
 * @throws {InputError} `ERR_CONFIG_INVALID`: lists every problem of the options; `ERR_SIGNING_KEY_MISSING`: buttons of
 * open tasks are signed with a key that was removed from the options
 * @throws {StoreError} `ERR_STORE_LOCKED`, `ERR_STORE_NEWER`, `ERR_STORE_UNAVAILABLE`
 */
export async function createBridge(options: BridgeOptions): Promise<Bridge> {
  const config = parseOptions(options);
  const log = createLog(config.logger);
  checkCirculationMessage(config, log);
  checkOptionFunctions(config);
  // Imported only here because it loads an HTTP client, which code that only uses our types and errors does not need.
  const { createCenterClient } = await import('../center/create-center-client.ts');
  const store = await openStore(config.store);
  try {
    await refuseMissingKeys(
      store,
      config.callback.signingKeys.map(({ id }) => id),
      log,
    );
    warnOfDisabledChecks(config, log);
    // Bridges that share a database use its clock, because they compare leases and due times.
    const clock = options.clock ?? store.clock ?? config.clock;
    const center = createCenterClient({ ...config.center, clock });
    const restore = await noteRestore(store, config, { clock, log });
    return assembleBridge({ ...config, clock }, { store, center, log, restore });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @returns the latest restore of the database, which this start may have been told of */
async function noteRestore(
  store: Store,
  { reconcile }: BridgeConfig,
  { clock, log }: { readonly clock: () => number; readonly log: Log },
): Promise<Restore | undefined> {
  if (!reconcile) return store.latestRestore();
  // Random: the same backup may be restored a second time.
  const restore = { mark: randomUUID().slice(0, 8), at: clock() };
  await store.putRestore(restore);
  log('store.restored', { at: restore.at });
  return restore;
}

function assembleBridge(
  config: BridgeConfig,
  { store, center, log, restore }: Pick<BridgeEnvironment, 'store' | 'center' | 'log' | 'restore'>,
): Bridge {
  const { clock } = config;
  const owner = randomUUID();
  const emitter = createEmitter();
  const emit = createEmit(emitter, (error) => log('listener.failed', { cause: describeCause(error) }));
  let closing: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const open = (): undefined => {
    if (closing) throw new BridgeError('ERR_CLOSED', 'The bridge is closed: create a new one.');
    if (schema.newer) throw schema.newer;
  };
  const stop = () => {
    stopping ??= loops.stop(CLOSE_GRACE_MS);
    return stopping;
  };
  const schema = watchSchema(store, (error) => {
    log('store.newer', { code: error.code, reason: error.message });
    // Other bridges take over what is leased once the leases expire, or this one is closed.
    void stop();
  });
  const parts = composeBridge({ config, store, center, log, restore, emit, owner, open });
  const { loops } = parts;

  const addressed = { ...config.callback, appId: config.center.appId };
  const progress = logBacklog(store, clock, log);
  loops.start();
  store.onHint?.(() => loops.wake());
  return {
    ...createMethods(config, store, parts, open),
    on: (name, listener) => void emitter.on(name, listener as never),
    off: (name, listener) => void emitter.off(name, listener as never),
    fetch: parts.answerCallback,
    statusUrl: () => createSignedAddress('task-status', addressed),
    diagramUrl() {
      if (config.callback.diagrams) return createSignedAddress('diagrams', addressed);
      throw new InputError('ERR_CONFIG_INVALID', 'Diagrams are disabled: set callback.diagrams to true.');
    },
    health: () =>
      readHealth(
        store,
        { ...loops, failingFunctions: parts.failingFunctions },
        { isClosed: () => closing !== undefined, isStoreNewer: () => schema.newer !== undefined },
        clock,
      ),
    async idle() {
      open();
      do {
        // Wakes the loops, so that rows that have become due are processed now and not at the next poll.
        loops.wake();
        await parts.steps.idle();
        await loops.idle();
        // SQLite answers synchronously: without this, the event loop would never run.
        await setImmediate();
      } while (parts.steps.running > 0 || isPast(await loops.nextDueAt(), clock()));
    },
    close() {
      closing ??= (async () => {
        progress.stop();
        schema.stop();
        await stop();
        parts.messageWaiters.close();
        await parts.steps.idle();
        // If the database does not answer, the leases expire by themselves. Everything else must be closed in any case.
        await store.releaseLeases(owner).finally(() => Promise.all([center.close(), store.close()]));
      })();
      return closing;
    },
  };
}

/** What is not about the bridge as a whole. */
type BridgeMethods = Omit<Bridge, 'on' | 'off' | 'fetch' | 'statusUrl' | 'diagramUrl' | 'health' | 'idle' | 'close'>;

/**
 * The methods that callers use: each refuses if the bridge is closed, checks its options, and calls a part or the store.
 * @param open throws if the bridge is closed
 */
function createMethods(
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
    async start(processId, startOptions) {
      open();
      return parts.starts.start(processId, startOptions);
    },
    async press(taskId, pressOptions) {
      open();
      const { time, ...rest } = readPressOptions(taskId, pressOptions);
      return parts.press({ taskId, ...rest, pressedAt: time ?? clock() });
    },
    transfer: async (...operation) => open() ?? parts.onTasks.transfer(...operation),
    circulate: async (...operation) => open() ?? parts.onTasks.circulate(...operation),
    reassign: async (...operation) => open() ?? parts.onTasks.reassign(...operation),
    suspend: async (...operation) => open() ?? parts.onInstances.suspend(...operation),
    activate: async (...operation) => open() ?? parts.onInstances.activate(...operation),
    terminate: async (...operation) => open() ?? parts.onInstances.terminate(...operation),
    revoke: async (...operation) => open() ?? parts.onInstances.revoke(...operation),
    setVariables: async (...operation) => open() ?? parts.onInstances.setVariables(...operation),
    async signal(instanceId, options) {
      open();
      return parts.events.signal(instanceId, options);
    },
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
      list: async (filter) => open() ?? store.listDefinitions(readDefinitionFilter(filter)),
      get: async (id) => open() ?? readDefinitionView(store, String(id)),
      async undeploy(definitionId) {
        open();
        await undeployDefinition(store, String(definitionId), clock());
      },
    },
    instances: {
      get: async (instanceId) => open() ?? viewOf(await store.getInstance(String(instanceId))),
      list: async (filter) => open() ?? (await listInstances(store, readInstanceFilter(filter))).map(toView),
      migrate: async (options) => open() ?? parts.migrate(options),
    },
    tasks: {
      get: async (taskId) => open() ?? store.getTask(String(taskId)),
      list: async (filter) => open() ?? store.listTasks(readTaskFilter(filter)),
    },
    outbox: {
      list: async (filter) => open() ?? store.listOutbox(readOutboxFilter(filter)),
      retry: async (...report) => open() ?? parts.outbox.retry(...report),
      skip: async (...report) => open() ?? parts.outbox.skip(...report),
      acknowledge: async (...report) => open() ?? parts.outbox.acknowledge(...report),
      now: async (options) => open() ?? parts.outbox.now(options),
    },
    messages: {
      send: async (...message) => open() ?? parts.messages.send(...message),
      get: async (sendId) => open() ?? store.getMessage(String(sendId)),
      list: async (filter) => open() ?? store.listMessages(readMessageFilter(filter)),
      retry: async (...message) => open() ?? parts.messages.retry(...message),
      skip: async (...message) => open() ?? parts.messages.skip(...message),
    },
    keys: { inUse: async () => open() ?? countKeysInUse(store, keyIds) },
    incidents: {
      list: async (filter) => open() ?? store.listIncidents(readIncidentFilter(filter)),
      retry: async (...incident) => open() ?? parts.incidents.retry(...incident),
    },
    doubts: async () => open() ?? listDoubts(store, parts.restore),
    history: async (filter) => open() ?? store.listHistory(readHistoryFilter(filter)),
  };
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

function isPast(dueAt: number | null, now: number): boolean {
  return dueAt !== null && dueAt <= now;
}

/** Warns at start-up about checks that the options disable. */
function warnOfDisabledChecks({ callback, identity }: BridgeConfig, log: Log): void {
  if (callback.idToken === 'trust-center') log('check.id-token-off');
  if (identity === 'trust-center') log('check.identity-off');
  if (typeof callback.cipher === 'object' && callback.cipher.kind === 'aes-ecb') log('check.cipher-weak');
}
