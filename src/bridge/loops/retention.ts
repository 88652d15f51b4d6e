import { setTimeout } from 'node:timers/promises';
import type { BridgeConfig } from '../../config.ts';
import { createPollLoop, type PollLoop } from '../../queue/poll-loop.ts';
import type { Expiry, Store } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';

/** Delay of the first run: a start has more urgent work, and a machine that has just booted may still adjust its clock. */
const FIRST_RUN_MS = 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows per transaction. An embedded database is blocked for a few milliseconds by one. */
const ROWS_PER_CALL = 500;

/** Pause between two transactions, so that most of the time remains for steps; this allows 10,000 rows per second. */
const PAUSE_MS = 50;

/**
 * Deletes rows that are older than `retention` allows: one minute after the start and then every hour, by the given clock.
 * Several bridges may do this at the same time; the next run continues one that was interrupted. Failures are passed to
 * `onError` and retried by the next run. `stop` waits only for the current transaction.
 */
export function createRetention(
  { store, clock, log }: Pick<BridgeContext, 'clock' | 'log'> & { readonly store: Pick<Store, 'deleteExpired'> },
  { instanceDays, statusDays }: BridgeConfig['retention'],
  onError: (error: unknown) => void,
): PollLoop {
  const stopping = new AbortController();
  let nextRunAt = clock() + FIRST_RUN_MS;

  /** The order matters: rows before their instances, and instances before their definitions. */
  function expiriesAt(now: number): Pick<Expiry, 'kind' | 'before'>[] {
    const before = now - instanceDays * DAY_MS;
    return [
      { kind: 'rows-of-ended', before },
      { kind: 'ended', before: now - statusDays * DAY_MS },
      { kind: 'without-instance', before },
      { kind: 'definitions', before },
    ];
  }

  /** @returns the number of deleted rows */
  async function deleteAll(expiry: Pick<Expiry, 'kind' | 'before'>): Promise<number> {
    let deleted = 0;
    let from: Pick<Expiry, 'from'> = {};
    try {
      while (!stopping.signal.aborted) {
        const swept = await store.deleteExpired({ ...expiry, ...from, limit: ROWS_PER_CALL });
        deleted += swept.deleted;
        if (swept.next === null) break;
        from = { from: swept.next };
        await setTimeout(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    } catch (error) {
      // A failure must not prevent the deletion of other kinds of rows.
      onError(error);
    }
    return deleted;
  }

  /** If the clock was set back, the next run must still be at most one hour away. */
  function nextRun(): number {
    nextRunAt = Math.min(nextRunAt, clock() + HOUR_MS);
    return nextRunAt;
  }

  async function run(): Promise<number> {
    const now = clock();
    nextRunAt = now + HOUR_MS;
    let deleted = 0;
    for (const expiry of expiriesAt(now)) deleted += await deleteAll(expiry);
    if (deleted > 0) log('retention.deleted', { rows: deleted });
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
