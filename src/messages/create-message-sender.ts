import type { CenterClient } from '../center/port.ts';
import { createCircuit } from '../outbox/circuit.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { RetryPolicy } from '../queue/backoff.ts';
import { createLaunchLoop, type LaunchLoop, type LeasedRun } from '../queue/launch-loop.ts';
import type { MessageRow, MessageSettlement, Store } from '../store/port.ts';
import { settleMessage } from './settle-message.ts';

export interface MessageSenderOptions {
  readonly store: Pick<Store, 'leaseMessages' | 'settleMessage' | 'nextDueAt'>;
  readonly center: Pick<CenterClient, 'sendMessage'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Names this sender, like no other that works on the store. */
  readonly owner: string;
  /** Longer than a call may take. */
  readonly leaseMs: number;
  readonly retry: RetryPolicy;
  /** Between 0 and 1; `Math.random` by default. */
  readonly random?: () => number;
  /** Calls in flight at most; 10 by default. */
  readonly concurrency?: number;
  /** The longest sleep between two looks into the store. */
  readonly pollMs: number;
  /** Writes `signOff` into `data` too; false by default. */
  readonly signOffInData?: boolean;
  /** Called after an attempt is settled in the store. A process that dies in between never calls it: it is a hint. */
  readonly onSettled?: (row: MessageRow, settlement: MessageSettlement) => void;
  /** The store failed, or a listener did; what was sent and not settled is sent again when its lease ends. */
  readonly onError: (error: unknown) => void;
}

export interface MessageSender extends Pick<LaunchLoop, 'start' | 'wake' | 'idle'> {
  /** When the next message is due, and may be sent; null: none waits. */
  nextDueAt(): Promise<number | null>;
  /** Until when nothing is sent, since the message center does not answer; epoch milliseconds, 0: all is well. */
  readonly openUntil: number;
  /** Begins no call any more; resolves when those in flight are settled. */
  stop(): Promise<void>;
}

/** Calls wait for the center rather than compute. */
const CONCURRENCY = 10;

/**
 * Sends the messages of the store, each by itself: one that is stuck holds up no other. At least once, and always with
 * the same `sendId`: after a kill between sending and settling the center is asked again under the id it has seen.
 */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { store, center, clock, leaseMs, owner, retry, pollMs, onError } = options;
  const { random = Math.random, concurrency = CONCURRENCY, signOffInData = false } = options;
  const circuit = createCircuit(retry, clock, random);
  const nextDueAt = async () => circuit.notBefore(await store.nextDueAt('message'));

  const loop = createLaunchLoop<MessageRow>({
    limit: () => circuit.limit(concurrency),
    nextDueAt,
    async lease(limit) {
      const due = await store.leaseMessages({ now: clock(), limit, leaseMs, owner });
      for (const row of due) if (row.state !== 'pending') notifyParked(row);
      return { taken: due.length, rows: due.filter(({ state }) => state === 'pending') };
    },
    keyOf: ({ sendId }) => sendId,
    run: send,
    clock,
    pollMs,
    onError,
  });

  /** It could not be read, and its lease is over. */
  function notifyParked(row: MessageRow): void {
    const { refusals, reason } = row;
    try {
      options.onSettled?.(row, { state: 'parked', at: clock(), refusals, reason: reason ?? '' });
    } catch (error) {
      onError(error);
    }
  }

  async function send(message: LeasedRun<MessageRow>): Promise<void> {
    const outcome = await center.sendMessage(toWire(message.held, signOffInData));
    if (outcome.kind === 'failed') circuit.failed(clock(), outcome.retryAfterMs);
    else circuit.answered();
    const row = message.held;
    const settlement = settleMessage(row, outcome, { now: clock(), policy: retry, random: random() });
    if (await store.settleMessage(row, settlement)) options.onSettled?.(row, settlement);
  }

  return {
    start: loop.start,
    wake: loop.wake,
    nextDueAt,
    get openUntil() {
      return circuit.openUntil;
    },
    idle: loop.idle,
    async stop() {
      await loop.stop();
      await loop.settled();
    },
  };
}

function toWire({ sendId, request }: MessageRow, signOffInData: boolean): MessageSendRequest {
  const { signOff, data } = request;
  return { ...request, sendId, ...(signOffInData && signOff !== undefined && { data: { signOff, ...data } }) };
}
