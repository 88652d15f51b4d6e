import { StoreError } from '../../errors.ts';
import type { BridgeContext } from '../context/context.ts';

/** How long a result of the database is cached. */
const CACHED_MS = 1_000;
/** Number of starts for which it is cached, as a share of the limit: the limit is exceeded by at most this share. */
const CACHED_SHARE = 0.01;

/**
 * Throws `ERR_OUTBOX_FULL` while more than `maxUndelivered` reports wait for the center. The result of the database is
 * cached, so each bridge may exceed the limit by 1 %. Logged once when it begins, and once when a start succeeds again.
 */
export function createOutboxBound({ config, store, clock, log }: BridgeContext): () => Promise<void> {
  const { maxUndelivered } = config.outbox;
  const cachedStarts = Math.floor(maxUndelivered * CACHED_SHARE);
  let startsLeft = 0;
  let cachedUntil = 0;
  let isFull = false;

  return async () => {
    if (startsLeft > 0 && clock() < cachedUntil) {
      startsLeft -= 1;
      return;
    }
    if (await store.isOutboxOver(maxUndelivered)) {
      startsLeft = 0;
      if (!isFull) log('outbox.full', { maxUndelivered });
      isFull = true;
      throw new StoreError(
        'ERR_OUTBOX_FULL',
        `More than ${maxUndelivered} reports wait for the center: see bridge.health(), and start again when they have been delivered.`,
        { details: { maxUndelivered } },
      );
    }
    if (isFull) log('outbox.has-room');
    isFull = false;
    startsLeft = cachedStarts;
    cachedUntil = clock() + CACHED_MS;
  };
}
