import type { CenterClient } from '../center/port.ts';
import { createCircuit } from '../outbox/circuit.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../outbox/retry-policy.ts';
import { createPollLoop, type PollLoop } from '../poll-loop.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { MessageRow, MessageSettlement, Store } from '../store/port.ts';
import { settleMessage } from './settle-message.ts';

export interface MessageSenderOptions {
  readonly store: Pick<Store, 'leaseMessages' | 'settleMessage' | 'nextDueAt'>;
  readonly center: Pick<CenterClient, 'sendMessage'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Names this sender, like no other that works on the store. */
  readonly owner: string;
  /** Longer than a call may take; 120,000 by default. */
  readonly leaseMs?: number;
  readonly retry?: RetryPolicy;
  /** Between 0 and 1. */
  readonly random?: () => number;
  /** Calls in flight at most; 10 by default. */
  readonly concurrency?: number;
  /** The longest sleep between two looks into the store; 1,000 by default. */
  readonly pollMs?: number;
  /** Writes `signOff` into `data` too. */
  readonly signOffInData?: boolean;
  /** Called after an attempt is settled in the store. A process that dies in between never calls it: it is a hint. */
  readonly onSettled?: (row: MessageRow, settlement: MessageSettlement) => void;
  /** The store failed, or a listener did; what was sent and not settled is sent again when its lease ends. */
  readonly onError: (error: unknown) => void;
}

export interface MessageSender extends Pick<PollLoop, 'start' | 'wake'> {
  /** When the next message is due, and may be sent; null: none waits. */
  nextDueAt(): Promise<number | null>;
  /** Until when nothing is sent, since the message center does not answer; epoch milliseconds, 0: all is well. */
  readonly openUntil: number;
  /** Resolves when no message is on its way and none is due. */
  idle(): Promise<void>;
  /** Begins no call any more; resolves when those in flight are settled. */
  stop(): Promise<void>;
}

const DEFAULTS = {
  leaseMs: 120_000,
  retry: DEFAULT_RETRY_POLICY,
  random: Math.random,
  concurrency: 10,
  pollMs: 1_000,
  signOffInData: false,
};

interface MessageOnItsWay {
  /** As it was leased last: what settles it must name that lease. */
  held: MessageRow;
  work: Promise<void>;
}

/**
 * Sends the messages of the store, each by itself: one that is stuck holds up no other. At least once, and always with
 * the same `sendId`: after a kill between sending and settling the center is asked again under the id it has seen.
 */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { store, center, clock, owner, leaseMs, retry, random, concurrency, pollMs, signOffInData, onError } = {
    ...DEFAULTS,
    ...options,
  };
  const circuit = createCircuit(retry, clock, random);
  const onTheirWay = new Map<string, MessageOnItsWay>();

  const isFull = () => onTheirWay.size > 0 && onTheirWay.size >= circuit.limit(concurrency);
  const nextDueAt = async () => circuit.notBefore(await store.nextDueAt('message'));

  const loop = createPollLoop(
    async () => {
      const limit = circuit.limit(concurrency) - onTheirWay.size;
      if (limit <= 0) return 0;
      const due = await store.leaseMessages({ now: clock(), limit, leaseMs, owner });
      for (const row of due) {
        if (row.state === 'pending') launch(row);
        else tellParked(row);
      }
      return due.length;
    },
    () => (isFull() ? Promise.resolve(null) : nextDueAt()),
    { clock, pollMs, onError },
  );

  function launch(row: MessageRow): void {
    const known = onTheirWay.get(row.sendId);
    if (known) {
      // Its lease ran out while the center was asked: it is still ours, and goes on under the new one.
      known.held = row;
      return;
    }
    const message: MessageOnItsWay = { held: row, work: Promise.resolve() };
    onTheirWay.set(row.sendId, message);
    message.work = send(message)
      .catch(onError)
      .finally(() => {
        onTheirWay.delete(row.sendId);
        loop.wake();
      });
  }

  /** It could not be read, and its lease is over. */
  function tellParked(row: MessageRow): void {
    const { refusals, reason } = row;
    try {
      options.onSettled?.(row, { state: 'parked', at: clock(), refusals, reason: reason ?? '' });
    } catch (error) {
      onError(error);
    }
  }

  async function send(message: MessageOnItsWay): Promise<void> {
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
    async idle() {
      await loop.idle();
      // A message that is settled wakes the loop, which may launch the next.
      while (onTheirWay.size > 0) {
        await Promise.all([...onTheirWay.values()].map(({ work }) => work));
        await loop.idle();
      }
    },
    async stop() {
      await loop.stop();
      await Promise.all([...onTheirWay.values()].map(({ work }) => work));
    },
  };
}

function toWire({ sendId, request }: MessageRow, signOffInData: boolean): MessageSendRequest {
  const { signOff, data } = request;
  return { ...request, sendId, ...(signOffInData && signOff !== undefined && { data: { signOff, ...data } }) };
}
