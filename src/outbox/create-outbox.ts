import type { CenterClient } from '../center/port.ts';
import { BridgeError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { RetryPolicy } from '../queue/backoff.ts';
import { createPollLoop } from '../queue/poll-loop.ts';
import type { OutboxRow, OutboxSettlement, Store } from '../store/port.ts';
import { createCircuit } from './circuit.ts';
import { composeCalls } from './compose-calls.ts';
import { giveBack, settlementsOf } from './settlements.ts';

export interface OutboxOptions {
  readonly store: Pick<Store, 'leaseOutbox' | 'settleOutbox' | 'nextDueAt'>;
  readonly center: Pick<CenterClient, 'handleTasks'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Names this outbox, like no other that works on the store. */
  readonly owner: string;
  /** Items of one call at most. */
  readonly batchSize: number;
  /** More than twice what a call may take, so that no entry is sent by two holders. */
  readonly leaseMs: number;
  readonly retry: RetryPolicy;
  /** Between 0 and 1; `Math.random` by default. */
  readonly random?: () => number;
  /** The longest sleep between two looks into the store. */
  readonly pollMs: number;
  /** Called after an attempt is settled in the store. A process that dies in between never calls it: it is a hint. */
  readonly onSettled?: (row: OutboxRow, settlement: OutboxSettlement) => void;
  readonly logger?: Pick<Logger, 'error'>;
}

export interface Outbox {
  /**
   * Delivers until nothing is due any more.
   * @returns how many attempts were settled
   * @throws {StoreError} the store failed; what was sent and not settled is sent again when its lease ends, as a repeat
   * @throws {BridgeError} `ERR_CLOSED`
   */
  deliverDue(): Promise<number>;
  /** When the next report is due, and may be sent; null: none waits. */
  nextDueAt(): Promise<number | null>;
  /** Until when nothing is sent, since the center does not answer; epoch milliseconds, 0: all is well. */
  readonly openUntil: number;
  /** Says that something may be due. Only hastens: without it the next look into the store finds it. */
  wake(): void;
  /** Begins to deliver by itself. While it is open it keeps the process alive. */
  start(): void;
  /** Settles the call in flight, gives back what was not sent, and ends. Takes as long as that call at most. */
  close(): Promise<void>;
}

/**
 * Delivers the reports of the store to the center: per instance and lane strictly in order with one in flight, across
 * instances up to `batchSize` in one call. At least once: after a kill between sending and settling the entry is sent
 * again as a repeat, so that the center's "already handled" is understood. A center that does not answer is tried with
 * one entry at a time.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, center, clock, owner, batchSize, leaseMs, retry, pollMs, random = Math.random } = options;
  const circuit = createCircuit(retry, clock, random);
  let isClosing = false;
  let last: Promise<unknown> = Promise.resolve();

  async function deliverCall(rows: readonly OutboxRow[]): Promise<number> {
    const outcome = await center.handleTasks(rows.map((row) => row.report.item));
    if (outcome.kind === 'failed') circuit.failed(clock(), outcome.retryAfterMs);
    else circuit.answered();
    return await settle(rows, settlementsOf(rows, outcome, { now: clock(), policy: retry, random }));
  }

  async function settle(rows: readonly OutboxRow[], settlements: readonly OutboxSettlement[]): Promise<number> {
    const settled = new Set(await store.settleOutbox(owner, settlements));
    for (const [index, settlement] of settlements.entries()) {
      const row = rows[index];
      if (row !== undefined && settled.has(row.seq)) tell(row, settlement);
    }
    return settled.size;
  }

  function tell(row: OutboxRow, settlement: OutboxSettlement): void {
    try {
      options.onSettled?.(row, settlement);
    } catch (error) {
      options.logger?.error('a listener of the outbox failed', { seq: row.seq, error: String(error) });
    }
  }

  /** One lease. Its calls begin in the first half of the lease, so that they end within it. */
  async function deliverOnce(): Promise<number> {
    const leasedAt = clock();
    const limit = circuit.limit(batchSize);
    if (limit === 0) return 0;
    const rows = await store.leaseOutbox({ now: leasedAt, limit, leaseMs, owner });
    const unreadable = rows.filter(({ state }) => state === 'parked');
    for (const row of unreadable) tell(row, parkedAs(row, leasedAt));
    let settled = unreadable.length;
    let unsent: OutboxRow[] = [];
    for (const call of composeCalls(rows.filter(({ state }) => state === 'pending'))) {
      if (isClosing || circuit.limit(1) === 0 || clock() - leasedAt > leaseMs / 2) unsent = [...unsent, ...call];
      else settled += await deliverCall(call);
    }
    if (unsent.length > 0) await store.settleOutbox(owner, unsent.map(giveBack));
    return settled;
  }

  async function deliverAll(): Promise<number> {
    let total = 0;
    while (!isClosing) {
      const settled = await deliverOnce();
      if (settled === 0) break;
      total += settled;
    }
    return total;
  }

  /** One after the other, so that one outbox makes one call at a time. */
  async function deliverDue(): Promise<number> {
    if (isClosing) throw new BridgeError('ERR_CLOSED', 'the outbox is closed');
    const mine = last.then(deliverAll);
    last = mine.catch(() => undefined);
    return await mine;
  }

  /** One round takes all that is due. */
  async function deliverAllDue(): Promise<number> {
    await deliverDue();
    return 0;
  }

  const nextDueAt = async () => circuit.notBefore(await store.nextDueAt('outbox'));

  const loop = createPollLoop(deliverAllDue, nextDueAt, {
    clock,
    pollMs,
    onError: (error) => {
      if (!isClosing)
        options.logger?.error('reports could not be delivered; they will be retried', { error: String(error) });
    },
  });

  return {
    deliverDue,
    nextDueAt,
    get openUntil() {
      return circuit.openUntil;
    },
    wake: loop.wake,
    start: loop.start,
    close: async () => {
      isClosing = true;
      await loop.stop();
      await last;
    },
  };
}

/** The store could not read it when it was leased, and has parked it. */
function parkedAs({ seq, reason, refusedIds, repeat }: OutboxRow, at: number): OutboxSettlement {
  return { seq, state: 'parked', at, reason: reason ?? '', refusedIds, repeat };
}
