import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createActionUrl } from '../callback/action-url.ts';
import { createCallbackHandler } from '../callback/callback-handler.ts';
import { createCipher } from '../callback/create-cipher.ts';
import { createIdTokenCheck } from '../callback/create-id-token-check.ts';
import { createStatusUrl } from '../callback/status-url.ts';
import { createCenterClient } from '../center/create-center-client.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import { type BridgeConfig, parseOptions } from '../config.ts';
import { BridgeError } from '../errors.ts';
import { createSafeLogger } from '../logger.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import { createMayHandle } from '../plugin/may-handle.ts';
import { openStore } from '../store/open-store.ts';
import type { InstanceRow, Store } from '../store/port.ts';
import { createAuthorize } from './authorize.ts';
import type { Bridge, InstanceView } from './bridge.ts';
import { createDefinitions } from './definitions.ts';
import { createEventDelivery } from './deliver-event.ts';
import { createSignalDelivery } from './deliver-signal.ts';
import { createEmit, createEmitter, emitSettlement } from './events.ts';
import { explainInstance } from './explain-instance.ts';
import { createFindFunction } from './find-function.ts';
import { createFindStarts } from './find-starts.ts';
import { createIncidentLog } from './incidents.ts';
import { createInstanceOperations } from './instance-operations.ts';
import { createInstanceSteps, type StepSettings } from './instance-steps.ts';
import { createJobRunner } from './jobs.ts';
import { createPress } from './press.ts';
import { readPressOptions } from './press-options.ts';
import { createReplayKeys } from './replay-keys.ts';
import { countKeysInUse, refuseMissingKeys } from './signing-keys.ts';
import { createStandIns } from './stand-ins.ts';
import { createStarts } from './start.ts';
import { createTaskOperations } from './task-operations.ts';
import { createTaskStatus, type TaskStatusSettings } from './task-status.ts';
import { createTimerStarts } from './timer-starts.ts';
import { createWakeUps } from './wake-ups.ts';
import { warnOfTrust } from './warn-of-trust.ts';

/** The longest the bridge sleeps before it looks for work that another process may have committed. */
const POLL_MS = 1_000;

/** How long a closing bridge waits for services that do not look at their signal. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Opens the store and starts to work: overdue rows of an earlier run first.
 * @throws {InputError} `ERR_CONFIG_INVALID`: every problem of the options at once; `ERR_SIGNING_KEY_MISSING`: open
 * tasks need a key that was taken away
 * @throws {StoreError} `ERR_STORE_LOCKED`, `ERR_STORE_NEWER`, `ERR_STORE_UNAVAILABLE`
 */
export async function createBridge(options: BridgeOptions): Promise<Bridge> {
  const config = parseOptions(options);
  const store = await openStore(config.store);
  try {
    const logger = createSafeLogger(config.logger);
    await refuseMissingKeys(store, keyIdsOf(config), logger);
    warnOfTrust(config, logger);
    return assembleBridge(config, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function assembleBridge(config: BridgeConfig, store: Store): Bridge {
  const { clock } = config;
  const logger = createSafeLogger(config.logger);
  const owner = randomUUID();
  const onError = (error: unknown) => logger.error('work was put off', { reason: nameOf(error) });
  const emitter = createEmitter();
  const emit = createEmit(emitter, (error) => logger.error('a listener of the host failed', { reason: nameOf(error) }));

  const definitions = createDefinitions(store, modelOptions(config), {
    services: new Set(Object.keys(config.services)),
    scripts: config.scripts !== undefined,
    timeZone: config.timeZone,
    systemHandler: config.defaults.systemHandler,
  });
  const standIns = createStandIns(config.identity, config.defaults.systemHandler);
  const steps = createInstanceSteps(store, definitions, runSettings(config), standIns, clock, () => wakeAll(), emit);
  const incidents = createIncidentLog(store, clock, emit);
  const authorize = createAuthorize(createMayHandle(config.identity));
  const replayKeys = createReplayKeys(store, clock);
  const { concludesItself } = config.center;
  const press = createPress(store, steps, definitions.load, authorize, replayKeys, incidents, concludesItself);
  const { systemHandler, systemName } = config.defaults;
  const onTasks = createTaskOperations(store, steps, authorize, systemName, clock);
  const system = { handler: systemHandler, name: systemName };
  const onInstances = createInstanceOperations(store, steps, authorize, system);
  const starts = createStarts(store, steps, config.defaults.systemHandler, clock);
  const findStarts = createFindStarts(store, definitions.load, (processId, error) =>
    logger.error('a deployed process cannot be read: deploy it again', { processId, reason: nameOf(error) }),
  );
  const delivery = createEventDelivery(store, steps, starts, findStarts);

  const loop = { clock, owner, onError };
  const jobs = createJobRunner(
    store,
    steps,
    createFindFunction(store, definitions.load, config.services, config.scripts),
    { message: delivery.sendThrown, signal: createSignalDelivery(store, steps, starts, findStarts, clock) },
    emit,
    { ...config.jobs, pollMs: POLL_MS },
    loop,
  );
  const wakeUps = createWakeUps(store, steps, incidents, { ...config.jobs, pollMs: POLL_MS }, loop);
  const timerStarts = createTimerStarts(
    store,
    starts,
    definitions.load,
    incidents,
    config.timeZone,
    { ...config.jobs, pollMs: POLL_MS },
    loop,
  );
  const center = createCenterClient({ ...config.center, clock });
  const { batchSize, leaseMs, retryMinMs, retryMaxMs, maxItemAttempts } = config.outbox;
  const outbox = createOutbox({
    store,
    center,
    clock,
    owner: `${owner}-outbox`,
    batchSize,
    leaseMs,
    retry: { baseMs: retryMinMs, maxMs: retryMaxMs, maxRefusals: maxItemAttempts },
    pollMs: POLL_MS,
    onSettled: (row, settlement) => emitSettlement(row, settlement, emit),
    logger,
  });
  const loops = [jobs, wakeUps, timerStarts, outbox];
  const wakeAll = () => {
    for (const each of loops) each.wake();
  };

  let closing: Promise<void> | undefined;
  const open = () => {
    if (closing) throw new BridgeError('ERR_CLOSED', 'The bridge is closed: create a new one.');
  };
  const taskStatus = createTaskStatus(store, standIns, statusSettings(config), clock, logger);
  const handle = createCallbackHandler({
    appId: config.center.appId,
    signingKeys: config.callback.signingKeys,
    cipher: createCipher(config.callback.cipher),
    idToken: createIdTokenCheck(config.callback.idToken, clock),
    maxBodyBytes: config.callback.maxBodyBytes,
    timeZone: config.timeZone,
    answer: config.callback.answer,
    logger,
    port: {
      press: async ({ taskId, actionKey, uuid, account, opinions, nextNodeKey, time, fingerprint }) => {
        open();
        const replay = { uuid, fingerprint };
        return press({ taskId, action: actionKey, account, opinions, nextNodeKey, pressedAt: time, replay });
      },
    },
    status: {
      maxBodyBytes: config.callback.maxStatusBodyBytes,
      port: { answer: async (taskIds) => open() ?? taskStatus.answer(taskIds) },
    },
  });

  for (const each of loops) each.start();
  return {
    async deploy(source) {
      open();
      return definitions.deploy(source, clock());
    },
    async start(processId, startOptions) {
      open();
      return starts.start(processId, startOptions);
    },
    async press(taskId, pressOptions) {
      open();
      const { time, ...rest } = readPressOptions(taskId, pressOptions);
      return press({ taskId, ...rest, pressedAt: time ?? clock() });
    },
    transfer: async (...operation) => open() ?? onTasks.transfer(...operation),
    circulate: async (...operation) => open() ?? onTasks.circulate(...operation),
    reassign: async (...operation) => open() ?? onTasks.reassign(...operation),
    suspend: async (...operation) => open() ?? onInstances.suspend(...operation),
    activate: async (...operation) => open() ?? onInstances.activate(...operation),
    terminate: async (...operation) => open() ?? onInstances.terminate(...operation),
    revoke: async (...operation) => open() ?? onInstances.revoke(...operation),
    setVariables: async (...operation) => open() ?? onInstances.setVariables(...operation),
    async signal(instanceId, options) {
      open();
      return delivery.signal(instanceId, options);
    },
    async broadcast(options) {
      open();
      return delivery.broadcast(options);
    },
    async message(options) {
      open();
      return delivery.message(options);
    },
    async explain(instanceId) {
      open();
      return explainInstance(store, instanceId);
    },
    instances: {
      get: async (instanceId) => open() ?? viewOf(await store.getInstance(instanceId)),
      list: async (filter = {}) => open() ?? (await store.listInstances(filter)).map(toView),
    },
    tasks: {
      get: async (taskId) => open() ?? store.getTask(taskId),
      list: async (filter = {}) => open() ?? store.listTasks(filter),
    },
    outbox: { list: async (filter = {}) => open() ?? store.listOutbox(filter) },
    keys: { inUse: async () => open() ?? countKeysInUse(store, keyIdsOf(config)) },
    incidents: { list: async (filter = {}) => open() ?? store.listIncidents(filter) },
    history: async (filter = {}) => open() ?? store.listHistory(filter),
    on: (name, listener) => void emitter.on(name, listener as never),
    off: (name, listener) => void emitter.off(name, listener as never),
    fetch: handle,
    statusUrl: () =>
      createStatusUrl({
        publicUrl: config.callback.publicUrl,
        appId: config.center.appId,
        signingKeys: config.callback.signingKeys,
      }),
    async idle() {
      open();
      do {
        // What came due since the loops last looked is taken now, not when they would look again.
        wakeAll();
        await steps.idle();
        await jobs.idle();
        await wakeUps.idle();
        await timerStarts.idle();
        await outbox.deliverDue();
        // The database may answer without ever letting the event loop turn.
        await setImmediate();
      } while (steps.running > 0 || (await isDue(store, clock())));
    },
    close() {
      closing ??= (async () => {
        await Promise.all([jobs.stop(CLOSE_GRACE_MS), wakeUps.stop(), timerStarts.stop(), outbox.close()]);
        await steps.idle();
        await store.releaseLeases(owner);
        await Promise.all([center.close(), store.close()]);
      })();
      return closing;
    },
  };
}

function keyIdsOf({ callback }: BridgeConfig): readonly string[] {
  return callback.signingKeys.map(({ id }) => id);
}

async function isDue(store: Store, now: number): Promise<boolean> {
  const dueAt = await store.nextDueAt();
  return dueAt !== null && dueAt <= now;
}

function viewOf(row: InstanceRow | undefined): InstanceView | undefined {
  return row && toView(row);
}

function toView({ snapshot: _snapshot, revision: _revision, ...view }: InstanceRow): InstanceView {
  return view;
}

function modelOptions({ defaults, translateLabel }: BridgeConfig) {
  const { handleLabel, allowMerge, canDelegate, autoCreateTransType } = defaults;
  return {
    handleLabel,
    allowMerge,
    translateLabel,
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
  };
}

function runSettings({ center, callback, defaults, timeZone, reportHoldMs }: BridgeConfig): StepSettings {
  const { appId } = center;
  const { publicUrl, signingKeys } = callback;
  const { handleUrl, viewUrl, mHandleUrl, mViewUrl } = defaults;
  return {
    appId,
    timeZone,
    actionUrl: createActionUrl({ publicUrl, appId, signingKeys }),
    signingKeyId: signingKeys[0]?.id ?? '',
    taskDefaults: { urls: { handleUrl, viewUrl, mHandleUrl, mViewUrl } },
    bothMobileSpellings: defaults.bothMobileSpellings,
    systemName: defaults.systemName,
    standInFor: () => defaults.systemHandler,
    reportHoldMs,
  };
}

function statusSettings({ center, callback, defaults, timeZone, reportHoldMs }: BridgeConfig): TaskStatusSettings {
  const { statusTimeForm: timeForm, unknownTaskStatus } = callback;
  const { systemHandler, systemName } = defaults;
  return { appId: center.appId, timeZone, timeForm, unknownTaskStatus, systemHandler, systemName, reportHoldMs };
}

function nameOf(error: unknown): string {
  return error instanceof BridgeError ? `${error.code}: ${error.message}` : String((error as Error | null)?.name);
}
