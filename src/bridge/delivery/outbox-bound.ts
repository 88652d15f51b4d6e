import { StoreError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';

/** How long an answer of the database is believed. */
const BELIEVED_MS = 1_000;
/** Or for this share of the bound, in starts: so far beyond the bound it gets at most. */
const BELIEVED_SHARE = 0.01;

/**
 * Throws `ERR_OUTBOX_FULL` while more reports wait for the center than there may. Looks into the database now and then:
 * each of several nodes may go a hundredth of the bound beyond it.
 */
export function createOutboxBound(
  store: Pick<Store, 'isOutboxOver'>,
  maxUndelivered: number,
  clock: () => number,
): () => Promise<void> {
  const believedStarts = Math.floor(maxUndelivered * BELIEVED_SHARE);
  let startsLeft = 0;
  let believedUntil = 0;

  return async () => {
    if (startsLeft > 0 && clock() < believedUntil) {
      startsLeft -= 1;
      return;
    }
    if (await store.isOutboxOver(maxUndelivered)) {
      startsLeft = 0;
      throw new StoreError(
        'ERR_OUTBOX_FULL',
        `More than ${maxUndelivered} reports wait for the center: see bridge.health(), and start again when it takes them.`,
        { details: { maxUndelivered } },
      );
    }
    startsLeft = believedStarts;
    believedUntil = clock() + BELIEVED_MS;
  };
}
