import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSignedAddress } from '../callback/addresses.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import { type BridgeConfig, parseOptions } from '../config.ts';
import { BridgeError, InputError } from '../errors.ts';
import { createLog, type Log } from '../logger.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { explanationOf } from '../plugin/explain/report-explanation.ts';
import { openStore } from '../store/open-store.ts';
import { isMountedAlone } from '../store/sqlite/mounted-file.ts';
import type { Restore, Store } from '../store/store.ts';
import { sqlitePathOf } from '../store/store-url.ts';
import { openTelemetry } from '../telemetry/open-telemetry.ts';
import { readHealth } from './answers/health.ts';
import { observeState } from './answers/observe-state.ts';
import { refuseMissingKeys } from './answers/signing-keys.ts';
import type { Bridge } from './bridge.ts';
import { createBridgeMethods, whileOpen } from './bridge-methods.ts';
import { noteRestore } from './calls/restore.ts';
import { type BridgeEnvironment, composeBridge } from './compose-bridge.ts';
import { checkListener, createEmitter } from './context/events.ts';
import { checkCirculationMessage, checkOptionFunctions } from './definitions/check-options.ts';
import { createLazyAdmin, judgeAdminError } from './lazy-admin.ts';
import { logBacklog } from './loops/log-backlog.ts';
import { watchSchema } from './loops/watch-schema.ts';
import { operatePart } from './operate/several.ts';

/** How long a closing bridge waits for services that ignore their abort signal. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Opens the store and starts processing, beginning with overdue rows of an earlier run.
 * @throws {InputError} `ERR_CONFIG_INVALID`: lists every problem of the options; `ERR_SIGNING_KEY_MISSING`: buttons of
 * open tasks are signed with a key that was removed from the options
 * @throws {StoreError} `ERR_STORE_LOCKED`, `ERR_STORE_NEWER`, `ERR_STORE_UNAVAILABLE`, `ERR_STORE_RIGHTS`
 */
export async function createBridge(options: BridgeOptions): Promise<Bridge> {
  const config = parseOptions(options);
  const log = createLog(config.logger);
  checkCirculationMessage(config, log);
  checkOptionFunctions(config);
  // Imported only here because it loads an HTTP client, which code that only uses our types and errors does not need.
  const { createCenterClient } = await import('../center/create-center-client.ts');
  const telemetry = await openTelemetry(config.telemetry);
  const store = await openStore(config.store);
  try {
    warnOfMountedFile(config.store, log);
    await refuseMissingKeys(
      store,
      config.callback.signingKeys.map(({ id }) => id),
      log,
    );
    warnOfDisabledChecks(config, log);
    // Bridges that share a database use its clock, because they compare leases and due times.
    const clock = options.clock ?? store.clock ?? config.clock;
    const center = createCenterClient({ ...config.center, clock });
    const timed = { ...config, clock };
    const restore = await readRestore(store, timed, log);
    return assembleBridge(timed, { store, center, log, telemetry, restore });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @returns the latest restore of the database, which this start may have been told of */
async function readRestore(store: Store, { reconcile, clock }: BridgeConfig, log: Log): Promise<Restore | undefined> {
  if (!reconcile) return store.latestRestore();
  const restore = await noteRestore(store, clock());
  log('store.restored', { at: restore.at });
  return restore;
}

/** What a bridge is assembled from; opened before. */
interface Opened extends Required<Pick<BridgeEnvironment, 'store' | 'center' | 'log' | 'telemetry'>> {
  readonly restore: Restore | undefined;
}

function assembleBridge(config: BridgeConfig, { store, center, log, telemetry, restore }: Opened): Bridge {
  const { clock } = config;
  const owner = store.holder ?? randomUUID();
  const emitter = createEmitter();
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
  const parts = composeBridge({ config, store, center, log, telemetry, restore, emitter, owner, open });
  const { context, definitions, loops } = parts;

  const addressed = { ...config.callback, appId: config.center.appId };
  const progress = logBacklog(store, clock, log);
  observeState(context, loops);
  loops.start();
  const methods = whileOpen(createBridgeMethods(parts), open);
  const admin = config.admin;
  return {
    ...methods,
    admin: createLazyAdmin(
      admin && {
        ...{ bridge: methods, lists: parts.lists, doubts: methods.doubts, store, authorize: admin.authorize },
        run: async (...given) => open() ?? parts.run(...given),
        operatePart: async (...given) => open() ?? operatePart(parts, ...given),
        explain: explanationOf,
        judgeError: (error) => judgeAdminError(error, log),
        files: new URL('dist/admin/', PACKAGE_ROOT),
      },
    ),
    on(name, listener) {
      checkListener('on', name, listener);
      emitter.on(name, listener as never);
    },
    off(name, listener) {
      checkListener('off', name, listener);
      emitter.off(name, listener as never);
    },
    fetch: parts.answerCallback,
    statusUrl: () => createSignedAddress('task-status', addressed),
    diagramUrl() {
      if (config.callback.diagrams) return createSignedAddress('diagrams', addressed);
      throw new InputError('ERR_CONFIG_INVALID', 'Diagrams are disabled: set callback.diagrams to true.');
    },
    health: () =>
      readHealth(context, {
        ...{ loops, definitions },
        isClosed: () => closing !== undefined,
        isStoreNewer: () => schema.newer !== undefined,
      }),
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
        telemetry.close();
        await stop();
        await parts.steps.idle();
        // If the database does not answer, the leases expire by themselves. Everything else must be closed in any case.
        await store.releaseLeases(owner).finally(() => Promise.all([center.close(), store.close()]));
      })();
      return closing;
    },
  };
}

function isPast(dueAt: number | null, now: number): boolean {
  return dueAt !== null && dueAt <= now;
}

function warnOfMountedFile(url: string, log: Log): void {
  const path = sqlitePathOf(url);
  if (path !== undefined && isMountedAlone(path)) log('store.mounted-alone', { path });
}

/** Warns at start-up about checks that the options disable. */
function warnOfDisabledChecks({ callback, identity }: BridgeConfig, log: Log): void {
  if (callback.idToken === 'trust-center') log('check.id-token-off');
  if (identity === 'trust-center') log('check.identity-off');
  if (typeof callback.cipher === 'object' && callback.cipher.kind === 'aes-ecb') log('check.cipher-weak');
}
