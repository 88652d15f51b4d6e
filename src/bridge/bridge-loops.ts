import type { CenterClient } from '../center/port.ts';
import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import { createMessageSender } from '../messages/create-message-sender.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import type { Store } from '../store/port.ts';
import type { BridgeParts } from './bridge-parts.ts';
import { startSettingsOf } from './bridge-settings.ts';
import { type EmitEvent, emitMessageSettlement, emitSettlement } from './events.ts';
import { createFindFunction } from './loops/find-function.ts';
import { createJobRunner } from './loops/jobs.ts';
import { createResolveCall } from './loops/resolve-call.ts';
import { createRetention } from './loops/retention.ts';
import { createTimerStarts } from './loops/timer-starts.ts';
import { createWakeUps } from './loops/wake-ups.ts';
import { nameOfError } from './name-of-error.ts';
import { createSignalDelivery } from './operations/deliver-signal.ts';

/** What the bridge does by itself: jobs, timers, starts by timer, what goes to the center, and what goes for good. */
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

/** The longest the bridge sleeps before it looks for work that another process may have committed. */
const POLL_MS = 1_000;

/** @param owner names this bridge as the holder of leases */
export function createBridgeLoops(
  config: BridgeConfig,
  store: Store,
  center: CenterClient,
  { definitions, steps, starts, findStarts, delivery, incidents, messageWaiters }: BridgeParts,
  owner: string,
  logger: Logger,
  emit: EmitEvent,
): BridgeLoops {
  const { clock } = config;
  const onError = (error: unknown) => logger.error('work was put off', { reason: nameOfError(error) });
  const loop = { clock, owner, onError };
  const jobSettings = { ...config.jobs, pollMs: POLL_MS };
  const jobs = createJobRunner(
    store,
    steps,
    createFindFunction(store, definitions.load, config.services, config.scripts),
    {
      call: createResolveCall(store, steps, definitions),
      message: delivery.sendThrown,
      signal: createSignalDelivery(store, steps, starts, findStarts, clock),
    },
    emit,
    jobSettings,
    loop,
  );
  const wakeUps = createWakeUps(store, steps, incidents, jobSettings, loop);
  const startSettings = startSettingsOf(config);
  const timerStarts = createTimerStarts(store, starts, definitions.load, incidents, startSettings, jobSettings, loop);
  const { batchSize, leaseMs, retryMinMs, retryMaxMs, maxItemAttempts } = config.outbox;
  const retry = { baseMs: retryMinMs, maxMs: retryMaxMs, maxRefusals: maxItemAttempts };
  const outbox = createOutbox({
    store,
    center,
    clock,
    owner: `${owner}-outbox`,
    batchSize,
    leaseMs,
    retry,
    pollMs: POLL_MS,
    onSettled: (row, settlement) => emitSettlement(row, settlement, emit),
    logger,
  });
  const sender = createMessageSender({
    store,
    center,
    clock,
    owner,
    leaseMs,
    retry,
    pollMs: POLL_MS,
    signOffInData: config.center.signOffInData,
    onSettled: (row, settlement) => {
      messageWaiters.look(row.sendId);
      emitMessageSettlement(row, settlement, emit);
    },
    onError,
  });
  const retention = createRetention(store, config.retention, { clock, logger, onError });
  const loops = [jobs, wakeUps, timerStarts, outbox, sender, retention];
  return {
    start: () => {
      for (const each of loops) each.start();
    },
    wake: () => {
      for (const each of loops) each.wake();
    },
    async idle() {
      await jobs.idle();
      await wakeUps.idle();
      await timerStarts.idle();
      await outbox.deliverDue();
      await sender.idle();
    },
    circuitsOpenUntil: () => ({ reports: outbox.openUntil, messages: sender.openUntil }),
    async nextDueAt() {
      const kinds = ['job', 'wake-up', 'timer-start'] as const;
      const times = await Promise.all([
        ...kinds.map((kind) => store.nextDueAt(kind)),
        ...[outbox.nextDueAt(), sender.nextDueAt()],
      ]);
      const known = times.filter((time) => time !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
    async stop(graceMs) {
      await Promise.all([
        ...[jobs.stop(graceMs), wakeUps.stop(), timerStarts.stop()],
        ...[outbox.close(), sender.stop(), retention.stop()],
      ]);
      messageWaiters.close();
    },
  };
}
