import type { MessageSender } from '../../messages/create-message-sender.ts';
import type { Outbox } from '../../outbox/create-outbox.ts';
import type { PollLoop } from '../../queue/poll-loop.ts';
import type { Store } from '../../store/port.ts';
import type { JobRunner } from './jobs.ts';

/** What the bridge does by itself: jobs, timers, starts by timer, sending to the center, and deleting what is old. */
export interface BridgeLoops {
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Resolves when none of them works and none has anything due; old rows are not waited for. */
  idle(): Promise<void>;
  /** Until when nothing is sent since the center does not answer; epoch milliseconds, 0: all is well. */
  circuitsOpenUntil(): { readonly reports: number; readonly messages: number };
  /** When any of them has something to do next, and may do it; epoch milliseconds, null: nothing waits. */
  nextDueAt(): Promise<number | null>;
  /** Ends them; waits for what runs, but for services no longer than `graceMs`. */
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

/** Makes one of all loops. */
export function joinLoops({ store, jobs, wakeUps, timerStarts, reports, messages, retention }: LoopParts): BridgeLoops {
  const all = [jobs, wakeUps, timerStarts, reports, messages, retention];
  return {
    start: () => {
      for (const each of all) each.start();
    },
    wake: () => {
      for (const each of all) each.wake();
    },
    async idle() {
      await jobs.idle();
      await wakeUps.idle();
      await timerStarts.idle();
      await reports.deliverDue();
      await messages.idle();
    },
    circuitsOpenUntil: () => ({ reports: reports.openUntil, messages: messages.openUntil }),
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
      await Promise.all([
        ...[jobs.stop(graceMs), wakeUps.stop(), timerStarts.stop()],
        ...[reports.close(), messages.stop(), retention.stop()],
      ]);
    },
  };
}
