import type { CenterClient, FailedCall } from '../center/port.ts';
import { BridgeError } from '../errors.ts';
import { isFromBefore } from '../protocol/restore-mark.ts';
import type { RetryPolicy } from '../queue/backoff.ts';
import { createCircuit } from '../queue/circuit.ts';
import { isFresh } from '../queue/launch-loop.ts';
import { createPollLoop } from '../queue/poll-loop.ts';
import { DUE_AT_ONCE } from '../store/rows/columns.ts';
import type { OutboxRow, OutboxSettlement, Store } from '../store/store.ts';
import { NO_TELEMETRY, type Telemetry, watchCall } from '../telemetry/telemetry.ts';
import { createLoneFailures } from './lone-failures.ts';
import { composeCalls, idsOf } from './report-call.ts';
import { releaseUnsent, settlementsOf } from './settlements.ts';

export interface OutboxSettings {
  readonly store: Pick<Store, 'leaseOutbox' | 'renewLeases' | 'settleOutbox' | 'nextDueAt'>;
  readonly center: Pick<CenterClient, 'handleTasks'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Id of this outbox as the holder of leases; unique in the store. */
  readonly owner: string;
  /** Maximum number of items per call. */
  readonly batchSize: number;
  /** Must be more than twice the duration of a call, so that no entry is sent by two holders. */
  readonly leaseMs: number;
  readonly retry: RetryPolicy;
  /** Returns a number between 0 and 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** The mark of the latest restore of the store from a backup; absent: it was never restored. */
  readonly restoreMark?: string;
  /** Maximum time between two polls of the store. */
  readonly pollMs: number;
  /** Called after an attempt is settled in the store; not called if the process dies in between. */
  readonly onSettled?: (row: OutboxRow, settlement: OutboxSettlement) => void;
  /** Called after each call that says something about the center: how it failed, or undefined if it was answered. */
  readonly onCall?: (failed: FailedCall | undefined) => void;
  /** Called once for a report on which the center fails while it answers others. */
  readonly onLoneFailure?: (row: OutboxRow, reason: string) => void;
  /** Called if the store or a listener fails; reports that were sent but not settled are sent again when their lease expires. */
  readonly onError: (error: unknown) => void;
  /** Default: none. */
  readonly telemetry?: Telemetry;
}

export interface Outbox {
  /**
   * Delivers reports until none is due.
   * @returns the number of settled attempts
   * @throws {StoreError} the store failed; reports that were sent but not settled are sent again when their lease expires, as a repeat
   * @throws {BridgeError} `ERR_CLOSED`
   */
  deliverDue(): Promise<number>;
  /** Time when the next report can be sent, in epoch milliseconds; null: none. */
  nextDueAt(): Promise<number | null>;
  /** Whether the center refuses the calls, instead of not answering. */
  readonly isRefused: boolean;
  /** Time until which nothing is sent because the center does not answer, in epoch milliseconds; 0: the circuit is closed. */
  readonly openUntil: number;
  /** Checks for due reports at once, instead of at the next poll. */
  wake(): void;
  /** Starts polling. It keeps the process alive until it is closed. */
  start(): void;
  /** Waits for the current call, settles it, and releases reports that were not sent. */
  close(): Promise<void>;
}

/**
 * Delivers the reports of the store to the center: for each instance strictly in order with one in flight, and up
 * to `batchSize` of different instances in one call. At least once: after a crash between sending and settling, the entry is
 * sent again as a repeat, so that "already handled" counts as success. While the center does not answer, only one entry is
 * sent at a time.
 */
export function createOutbox(options: OutboxSettings): Outbox {
  const { store, center, clock, owner, batchSize, leaseMs, retry, pollMs, random = Math.random } = options;
  const { telemetry = NO_TELEMETRY } = options;
  const circuit = createCircuit(retry, clock, random);
  const loneFailures = createLoneFailures();
  let isClosing = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Those that nobody else has taken, for example because this process stood still. */
  async function stillHeld(rows: readonly OutboxRow[], leasedAt: number): Promise<readonly OutboxRow[]> {
    const now = clock();
    if (isFresh(leasedAt, now)) return rows;
    const seqs = rows.map(({ seq }) => seq);
    const renewed = new Set(await store.renewLeases('outbox', seqs, { owner, freeAt: now + leaseMs }));
    for (const seq of seqs) if (!renewed.has(seq)) countLost();
    return rows.filter(({ seq }) => renewed.has(seq));
  }

  function countLost(): void {
    telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'report' });
  }

  async function deliverCall(rows: readonly OutboxRow[]): Promise<number> {
    if (rows.length === 0) return 0;
    const origins = rows.map(({ traceparent, ...attributes }) => ({ traceparent, attributes }));
    const start = { origins, attributes: { 'bpmn_bridge.delivery.items': rows.length } };
    return telemetry.inSpan('bpmn_bridge.report', start, async (span) => {
      const call = () => center.handleTasks(rows.map((row) => row.report.item));
      const outcome = await watchCall(telemetry, 'report', span, call);
      if (outcome.kind === 'failed') noteFailure(rows, outcome);
      else noteAnswer(rows);
      const judged = rows.map((row) => ({ ...row, restoredIds: restoredIdsOf(row) }));
      const settlements = settlementsOf(judged, outcome, { now: clock(), policy: retry, random });
      span.set({ 'bpmn_bridge.delivery.settled': settlements.filter(({ state }) => state !== 'pending').length });
      return await settle(rows, settlements);
    });
  }

  /** A report on which the center fails has a pause of its own; it holds up no other. */
  function noteFailure(rows: readonly OutboxRow[], failed: FailedCall): void {
    const { isLone, isAgain } = loneFailures.failed(rows.map(({ seq }) => seq));
    const [row] = rows;
    if (!isLone || row === undefined) {
      circuit.failed(clock(), failed);
      options.onCall?.(failed);
    } else if (!isAgain) options.onLoneFailure?.(row, failed.reason);
  }

  function noteAnswer(rows: readonly OutboxRow[]): void {
    loneFailures.answered(rows.map(({ seq }) => seq));
    circuit.answered();
    options.onCall?.(undefined);
  }

  function restoredIdsOf({ report }: OutboxRow): string[] {
    const { restoreMark: mark } = options;
    return mark === undefined ? [] : [...idsOf(report.item).keys()].filter((id) => isFromBefore(id, mark));
  }

  async function settle(rows: readonly OutboxRow[], settlements: readonly OutboxSettlement[]): Promise<number> {
    const settled = new Map((await store.settleOutbox(owner, settlements)).map((stored) => [stored.seq, stored]));
    for (const [index, settlement] of settlements.entries()) {
      const row = rows[index];
      const stored = settled.get(settlement.seq);
      if (row !== undefined && stored !== undefined) notifySettled(row, stored);
      // One that was judged as a first attempt may have been released as a repeat instead.
      else if (!('judgedAsFirst' in settlement)) countLost();
    }
    return settled.size;
  }

  function notifySettled(row: OutboxRow, settlement: OutboxSettlement): void {
    const outcome = { 'bpmn_bridge.delivery.kind': 'report', 'bpmn_bridge.delivery.outcome': settlement.state };
    telemetry.count('bpmn_bridge.delivery.attempts', outcome);
    try {
      options.onSettled?.(row, settlement);
    } catch (error) {
      options.onError(error);
    }
  }

  async function lease(): Promise<LeasedBatch> {
    const leasedAt = clock();
    const limit = circuit.limit(batchSize);
    const rows = limit === 0 ? [] : await store.leaseOutbox({ now: leasedAt, limit, leaseMs, owner });
    return { rows, leasedAt, isFull: limit > 1 && rows.length === limit };
  }

  /** Sends the entries of one lease. Calls start only in the first half of the lease, so that they end before it expires. */
  async function deliver({ rows, leasedAt }: LeasedBatch): Promise<number> {
    const unreadable = rows.filter(({ state }) => state === 'parked');
    for (const row of unreadable) notifySettled(row, parkedAs(row, leasedAt));
    let settled = unreadable.length;
    let unsent: OutboxRow[] = [];
    for (const call of composeCalls(rows.filter(({ state }) => state === 'pending'))) {
      if (isClosing || circuit.limit(1) === 0 || clock() - leasedAt > leaseMs / 2) unsent = [...unsent, ...call];
      else settled += await deliverCall(await stillHeld(call, leasedAt));
    }
    if (unsent.length > 0) await store.settleOutbox(owner, unsent.map(releaseUnsent));
    return settled;
  }

  async function deliverAll(): Promise<number> {
    let total = 0;
    let batch = isClosing ? undefined : await lease();
    while (batch !== undefined) {
      // Behind a full batch there are usually more: they are leased while the center works.
      const next: Promise<LeasedBatch> | undefined = batch.isFull && !isClosing ? lease() : undefined;
      const [delivered, leased] = await Promise.allSettled([deliver(batch), next]);
      if (leased.status === 'fulfilled' && leased.value !== undefined && delivered.status === 'rejected') {
        await store.settleOutbox(owner, leased.value.rows.map(releaseUnsent)).catch(() => undefined);
      }
      if (delivered.status === 'rejected') throw delivered.reason;
      if (leased.status === 'rejected') throw leased.reason;
      total += delivered.value;
      batch = leased.value ?? (delivered.value === 0 || isClosing ? undefined : await lease());
    }
    return total;
  }

  /** Serialized, so that an outbox makes one call at a time. */
  async function deliverDue(): Promise<number> {
    if (isClosing) throw new BridgeError('ERR_CLOSED', 'the outbox is closed');
    const mine = last.then(deliverAll);
    last = mine.catch(() => undefined);
    return await mine;
  }

  /** One round sends all due entries. */
  async function deliverAllDue(): Promise<number> {
    await deliverDue();
    return 0;
  }

  /** An operator says that the center is there again, perhaps in another process. */
  const nextDueAt = async () => {
    const dueAt = await store.nextDueAt('outbox');
    if (dueAt === DUE_AT_ONCE) circuit.tryNow();
    return circuit.notBefore(dueAt);
  };

  const loop = createPollLoop(deliverAllDue, nextDueAt, {
    clock,
    pollMs,
    onError: (error) => {
      if (!isClosing) options.onError(error);
    },
  });

  return {
    deliverDue,
    nextDueAt,
    get isRefused() {
      return circuit.isRefused;
    },
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

/** Entries that were leased together. */
interface LeasedBatch {
  readonly rows: readonly OutboxRow[];
  /** Epoch milliseconds. */
  readonly leasedAt: number;
  /** Whether more may be due. */
  readonly isFull: boolean;
}

/** The settlement of an entry that the store parked when it was leased, because its row cannot be read. */
function parkedAs({ seq, reason, refusedIds, repeat }: OutboxRow, at: number): OutboxSettlement {
  return { seq, state: 'parked', at, reason: reason ?? '', refusedIds, repeat };
}
