import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSignedAddress } from '../callback/signed-address.ts';
import type { CenterClient } from '../center/port.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import { type BridgeConfig, parseOptions } from '../config.ts';
import { BridgeError, InputError } from '../errors.ts';
import { createSafeLogger, describeError, type Logger } from '../logger.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import { readHealth } from './answers/read-health.ts';
import type { Bridge } from './bridge.ts';
import { createBridgeMethods } from './bridge-methods.ts';
import { composeBridge } from './compose-bridge.ts';
import { checkCirculationMessage } from './definitions/check-circulation-message.ts';
import { checkOptionFunctions } from './definitions/check-option-functions.ts';
import { createEmit, createEmitter } from './events.ts';
import { logBacklog } from './loops/log-backlog.ts';
import { refuseMissingKeys } from './signing-keys.ts';

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
  const logger = createSafeLogger(config.logger);
  checkCirculationMessage(config, logger);
  checkOptionFunctions(config);
  // Loads an HTTP client, which a process that only reads this door's types and errors need not.
  const { createCenterClient } = await import('../center/create-center-client.ts');
  const store = await openStore(config.store);
  try {
    await refuseMissingKeys(
      store,
      config.callback.signingKeys.map(({ id }) => id),
      logger,
    );
    warnOfTrust(config, logger);
    // Bridges that share a database go by its clock: leases and due times are compared.
    const clock = options.clock ?? store.clock ?? config.clock;
    const center = createCenterClient({ ...config.center, clock });
    return assembleBridge({ ...config, clock }, store, center, logger);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function assembleBridge(config: BridgeConfig, store: Store, center: CenterClient, logger: Logger): Bridge {
  const { clock } = config;
  const owner = randomUUID();
  const emitter = createEmitter();
  const emit = createEmit(emitter, (error) =>
    logger.error('an event listener of the host failed', { reason: describeError(error) }),
  );
  let closing: Promise<void> | undefined;
  const open = (): undefined => {
    if (closing) throw new BridgeError('ERR_CLOSED', 'The bridge is closed: create a new one.');
  };
  const parts = composeBridge({ config, store, center, logger, emit, owner, open });
  const { loops } = parts;

  const addressed = { ...config.callback, appId: config.center.appId };
  const progress = logBacklog(store, clock, logger);
  loops.start();
  store.onHint?.(() => loops.wake());
  return {
    ...createBridgeMethods(config, store, parts, open),
    on: (name, listener) => void emitter.on(name, listener as never),
    off: (name, listener) => void emitter.off(name, listener as never),
    fetch: parts.answerCallback,
    statusUrl: () => createSignedAddress('task-status', addressed),
    diagramUrl() {
      if (config.callback.diagrams) return createSignedAddress('diagrams', addressed);
      throw new InputError('ERR_CONFIG_INVALID', 'Diagrams are disabled: set callback.diagrams to true.');
    },
    health: () => readHealth(store, loops, () => closing !== undefined, clock),
    async idle() {
      open();
      do {
        // What came due since the loops last looked is taken now, not when they would look again.
        loops.wake();
        await parts.steps.idle();
        await loops.idle();
        // The database may answer without ever letting the event loop turn.
        await setImmediate();
      } while (parts.steps.running > 0 || isPast(await loops.nextDueAt(), clock()));
    },
    close() {
      closing ??= (async () => {
        progress.stop();
        await loops.stop(CLOSE_GRACE_MS);
        parts.messageWaiters.close();
        await parts.steps.idle();
        // Of a database that does not answer they run out by themselves; nothing of it may keep the process.
        await store.releaseLeases(owner).finally(() => Promise.all([center.close(), store.close()]));
      })();
      return closing;
    },
  };
}

function isPast(dueAt: number | null, now: number): boolean {
  return dueAt !== null && dueAt <= now;
}

/** Says, once at start-up, which checks the options leave to others. */
function warnOfTrust({ callback, identity }: BridgeConfig, logger: Logger): void {
  if (callback.idToken === 'trust-center') {
    logger.warn("callback.idToken is 'trust-center': id tokens are not checked");
  }
  if (identity === 'trust-center') {
    logger.warn("identity is 'trust-center': membership of groups is not checked");
  }
  if (typeof callback.cipher === 'object' && callback.cipher.kind === 'aes-ecb') {
    logger.warn(
      "callback.cipher is 'aes-ecb', which reveals equal blocks and does not detect changes: use aes-gcm if you can",
    );
  }
}
