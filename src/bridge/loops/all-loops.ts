import type { MessageSender } from '../../messages/create-message-sender.ts';
import type { Outbox } from '../../outbox/create-outbox.ts';
import type { PollLoop } from '../../queue/poll-loop.ts';
import type { Store } from '../../store/store.ts';
import type { JobRunner } from './jobs.ts';

/** The background work of a bridge: jobs, timers, timer starts, calls to the center, and retention. */
export interface BridgeLoops {
  start(): void;
  /** Checks for due work at once. */
  wake(): void;
  /** Resolves when no loop is working or has due work, except retention. */
  idle(): Promise<void>;
  /** Time until which nothing is sent because the center does not answer, in epoch milliseconds; 0: the circuit is closed. */
  circuitsOpenUntil(): { readonly reports: number; readonly messages: number };
  /** Whether the center refuses the calls, instead of not answering. */
  isRefused(): boolean;
  /** The next time when work is due, in epoch milliseconds; null: none. */
  nextDueAt(): Promise<number | null>;
  /** Stops all loops; waits for running work, but for services at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface LoopParts {
  readonly store: Pick<Store, 'nextDueAt'>;
  readonly jobs: JobRunner;
  readonly wakeUps: PollLoop;
  readonly timerStarts: PollLoop;
  readonly reports: Outbox;
  readonly messages: MessageSender;
  readonly retention: PollLoop;
}

/**
 * Combines all loops into one.
 * @param pollMs time between two polls. All loops poll at the same moment, because their queries then are one statement
 * (`Store.nextDueAt`): all that these loops ask of the database while there is no work
 */
export function joinLoops(
  { store, jobs, wakeUps, timerStarts, reports, messages, retention }: LoopParts,
  pollMs: number,
): BridgeLoops {
  const polling = [jobs, wakeUps, timerStarts, reports, messages];
  let timer: NodeJS.Timeout | undefined;
  function wakeAll(): void {
    for (const each of polling) each.wake();
  }

  return {
    start() {
      for (const each of [...polling, retention]) each.start();
      timer = setInterval(wakeAll, pollMs);
    },
    wake() {
      wakeAll();
      retention.wake();
    },
    async idle() {
      await jobs.idle();
      await wakeUps.idle();
      await timerStarts.idle();
      await reports.deliverDue();
      await messages.idle();
    },
    circuitsOpenUntil: () => ({ reports: reports.openUntil, messages: messages.openUntil }),
    isRefused: () => reports.isRefused || messages.isRefused,
    async nextDueAt() {
      const kinds = ['job', 'wake-up', 'timer-start'] as const;
      const times = await Promise.all([
        ...kinds.map((kind) => store.nextDueAt(kind)),
        ...[reports.nextDueAt(), messages.nextDueAt()],
      ]);
      const known = times.filter((time) => time !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
    async stop(graceMs) {
      clearInterval(timer);
      await Promise.all([
        ...[jobs.stop(graceMs), wakeUps.stop(), timerStarts.stop()],
        ...[reports.close(), messages.stop(), retention.stop()],
      ]);
    },
  };
}
