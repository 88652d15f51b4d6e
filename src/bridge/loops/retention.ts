import { setTimeout } from 'node:timers/promises';
import type { BridgeConfig } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import { createPollLoop, type PollLoop } from '../../queue/poll-loop.ts';
import type { Expiry, Store } from '../../store/port.ts';

/** Not at once: a start has other things to do, and a machine that was just switched on may yet set its clock. */
const FIRST_RUN_MS = 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows of one transaction: some milliseconds for which an embedded database does nothing else. */
const ROWS_OF_A_CALL = 500;

/** Between two of them, so that most of the time is for steps: 10,000 rows a second are plenty. */
const PAUSE_MS = 50;

/**
 * Deletes what has been over for longer than `retention` says: a minute after it was made, and every hour, by the given
 * clock. Any number of nodes may do so at once; a run that is cut off is taken up by the next. Failures are told, and
 * the next run tries again. `stop` waits for the one transaction under way.
 */
export function createRetention(
  store: Pick<Store, 'deleteExpired'>,
  { instanceDays, statusDays }: BridgeConfig['retention'],
  {
    clock,
    logger,
    onError,
  }: {
    clock: () => number;
    logger: Pick<Logger, 'info'>;
    onError: (error: unknown) => void;
  },
): PollLoop {
  const stopping = new AbortController();
  let nextRunAt = clock() + FIRST_RUN_MS;

  /** Instances after their rows, and definitions after the instances that ran them. */
  function expiriesAt(now: number): Pick<Expiry, 'kind' | 'before'>[] {
    const before = now - instanceDays * DAY_MS;
    return [
      { kind: 'rows-of-ended', before },
      { kind: 'ended', before: now - statusDays * DAY_MS },
      { kind: 'of-no-instance', before },
      { kind: 'definitions', before },
    ];
  }

  /** @returns how many rows it deleted */
  async function deleteAll(expiry: Pick<Expiry, 'kind' | 'before'>): Promise<number> {
    let deleted = 0;
    let from: Pick<Expiry, 'from'> = {};
    try {
      while (!stopping.signal.aborted) {
        const swept = await store.deleteExpired({ ...expiry, ...from, limit: ROWS_OF_A_CALL });
        deleted += swept.deleted;
        if (swept.next === null) break;
        from = { from: swept.next };
        await setTimeout(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    } catch (error) {
      // What it fails at must not keep the rest from being deleted.
      onError(error);
    }
    return deleted;
  }

  /** A clock that was set back must not put the next run off for longer than it would have been. */
  function nextRun(): number {
    nextRunAt = Math.min(nextRunAt, clock() + HOUR_MS);
    return nextRunAt;
  }

  async function run(): Promise<number> {
    const now = clock();
    nextRunAt = now + HOUR_MS;
    let deleted = 0;
    for (const expiry of expiriesAt(now)) deleted += await deleteAll(expiry);
    if (deleted > 0) logger.info('old rows were deleted', { rows: deleted });
    return 0;
  }

  const loop = createPollLoop(run, async () => nextRun(), { clock, pollMs: HOUR_MS, onError });
  return {
    ...loop,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
