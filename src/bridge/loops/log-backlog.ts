import { describeError, type Logger } from '../../logger.ts';
import type { Store } from '../../store/port.ts';

/** Less is done before anybody could read of it. */
const MUCH = 100;
const INTERVAL_MS = 10_000;

/**
 * Says at the start of a bridge what an earlier run or an outage left to be done, where that is much, and again every ten
 * seconds until it is done.
 */
export function logBacklog(
  store: Pick<Store, 'countBacklog'>,
  clock: () => number,
  logger: Pick<Logger, 'warn'>,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(isFirst: boolean): Promise<void> {
    try {
      const { reports, messages, due } = await store.countBacklog(clock());
      if (isOver) return;
      const left = { reports: reports.pending, messages: messages.pending, jobsAndTimers: due };
      const isMuch = left.reports + left.messages + left.jobsAndTimers > MUCH;
      if (isMuch)
        logger.warn(isFirst ? 'there is a large backlog from before the start' : 'still working off the backlog', left);
      else if (!isFirst) logger.warn('the backlog from before the start is done', left);
      // It only speaks: it keeps no process alive.
      if (isMuch) timer = setTimeout(() => void look(false), INTERVAL_MS).unref();
    } catch (error) {
      if (!isOver) logger.warn('the backlog from before the start could not be read', { reason: describeError(error) });
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
