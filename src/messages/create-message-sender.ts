import type { CenterClient, FailedCall } from '../center/port.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { RetryPolicy } from '../queue/backoff.ts';
import { createCircuit } from '../queue/circuit.ts';
import { createLaunchLoop, type LaunchLoop, type LeasedRun } from '../queue/launch-loop.ts';
import type { MessageRow, MessageSettlement, Store } from '../store/store.ts';
import { NO_TELEMETRY, type Telemetry, watchCall } from '../telemetry/telemetry.ts';
import { messageSettlementOf } from './message-settlement.ts';

export interface MessageSenderOptions {
  readonly store: Pick<Store, 'leaseMessages' | 'renewLeases' | 'settleMessage' | 'nextDueAt'>;
  readonly center: Pick<CenterClient, 'sendMessage'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Id of this sender as the holder of leases; unique in the store. */
  readonly owner: string;
  /** Must be longer than a call. */
  readonly leaseMs: number;
  readonly retry: RetryPolicy;
  /** Returns a number between 0 and 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Maximum number of concurrent calls. Default: 10. */
  readonly concurrency?: number;
  /** Maximum time between two polls of the store. */
  readonly pollMs: number;
  /** Whether `signOff` is also sent in `data`. Default: false. */
  readonly signOffInData?: boolean;
  /** Called after an attempt is settled in the store; not called if the process dies in between. */
  readonly onSettled?: (row: MessageRow, settlement: MessageSettlement) => void;
  /** Called after each call: how it failed, or undefined if it was answered. */
  readonly onCall?: (failed: FailedCall | undefined) => void;
  /** Called if the store or a listener fails; messages that were sent but not settled are sent again when their lease expires. */
  readonly onError: (error: unknown) => void;
  /** Default: none. */
  readonly telemetry?: Telemetry;
}

export interface MessageSender extends Pick<LaunchLoop, 'start' | 'wake' | 'idle'> {
  /** Time when the next message can be sent, in epoch milliseconds; null: none. */
  nextDueAt(): Promise<number | null>;
  /** Whether the center refuses the calls, instead of not answering. */
  readonly isRefused: boolean;
  /** Time until which nothing is sent because the center does not answer, in epoch milliseconds; 0: the circuit is closed. */
  readonly openUntil: number;
  /** Starts no further calls; resolves when the calls in flight are settled. */
  stop(): Promise<void>;
}

/** Calls mostly wait for the center, so several can run at once. */
const CONCURRENCY = 10;

/**
 * Sends the messages of the store independently: a message that is stuck does not delay others. At least once, and always
 * with the same `sendId`: after a crash between sending and settling, the message is sent again with this id.
 */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { store, center, clock, leaseMs, owner, retry, pollMs, onError } = options;
  const { random = Math.random, concurrency = CONCURRENCY, signOffInData = false, telemetry = NO_TELEMETRY } = options;
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
    async renew({ sendId }) {
      const renewed = await store.renewLeases('messages', [sendId], { owner, freeAt: clock() + leaseMs });
      return renewed.length > 0;
    },
    run: send,
    clock,
    pollMs,
    onError,
  });

  /** The store parked the message when it was leased, because its row cannot be read. */
  function notifyParked(row: MessageRow): void {
    const { refusals, reason } = row;
    countSettled('parked');
    try {
      options.onSettled?.(row, { state: 'parked', at: clock(), refusals, reason: reason ?? '' });
    } catch (error) {
      onError(error);
    }
  }

  async function send(message: LeasedRun<MessageRow>): Promise<void> {
    if (!(await message.isHeld())) return countLost();
    const { traceparent } = message.held;
    const start = { origins: [{ traceparent }], attributes: describeSpan(message.held) };
    await telemetry.inSpan('bpmn_bridge.message', start, async (span) => {
      const call = () => center.sendMessage(toWire(message.held, signOffInData));
      const outcome = await watchCall(telemetry, 'message', span, call);
      const failed = outcome.kind === 'failed' ? outcome : undefined;
      if (failed) circuit.failed(clock(), failed);
      else circuit.answered();
      options.onCall?.(failed);
      const row = message.held;
      const settlement = messageSettlementOf(row, outcome, { now: clock(), policy: retry, random: random() });
      span.set({ 'bpmn_bridge.delivery.outcome': settlement.state });
      if (await store.settleMessage(row, settlement)) {
        countSettled(settlement.state);
        options.onSettled?.(row, settlement);
      } else countLost();
    });
  }

  function countLost(): void {
    telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'message' });
  }

  function countSettled(outcome: MessageSettlement['state']): void {
    const attributes = { 'bpmn_bridge.delivery.kind': 'message', 'bpmn_bridge.delivery.outcome': outcome };
    telemetry.count('bpmn_bridge.delivery.attempts', attributes);
  }

  return {
    start: loop.start,
    wake: loop.wake,
    nextDueAt,
    get isRefused() {
      return circuit.isRefused;
    },
    get openUntil() {
      return circuit.openUntil;
    },
    idle: loop.idle,
    async stop() {
      await loop.stop();
      await loop.drained();
    },
  };
}

function describeSpan({ sendId, instanceId, nodeId, attempts }: MessageRow) {
  return {
    'bpmn_bridge.message.send_id': sendId,
    'bpmn_bridge.instance.id': instanceId ?? undefined,
    'bpmn_bridge.node.id': nodeId ?? undefined,
    'bpmn_bridge.attempt': attempts,
  };
}

function toWire({ sendId, request }: MessageRow, signOffInData: boolean): MessageSendRequest {
  const { signOff, data } = request;
  return { ...request, sendId, ...(signOffInData && signOff !== undefined && { data: { signOff, ...data } }) };
}
