import type { Log } from '../../logger.ts';
import type { Store } from '../../store/store.ts';

/** A smaller backlog is done before anybody could read the log. */
const LARGE = 100;
const INTERVAL_MS = 10_000;

/**
 * Logs a large backlog of an earlier run or an outage when a bridge starts, and again every ten seconds until it is done.
 */
export function logBacklog(store: Pick<Store, 'countBacklog'>, clock: () => number, log: Log): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(isFirst: boolean): Promise<void> {
    try {
      const { reports, messages, due } = await store.countBacklog(clock());
      if (isOver) return;
      const left = { reports: reports.pending, messages: messages.pending, jobsAndTimers: due };
      const isLarge = left.reports + left.messages + left.jobsAndTimers > LARGE;
      if (isLarge) log('backlog.large', left);
      else if (!isFirst) log('backlog.done', left);
      // The timer must not keep the process alive.
      if (isLarge) timer = setTimeout(() => void look(false), INTERVAL_MS).unref();
    } catch {
      // Whoever uses the database next says that it cannot be used.
    }
  }

  void look(true);
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
