import type { IncidentRow } from '../store/port.ts';
import { invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type { BulkAnswer, BulkRequest } from './answers.ts';
import { isObject, readReason, requireReason } from './read-reason.ts';

/** Rows of one request: it answers within seconds. */
const BULK = 100;

interface Part {
  readonly filter: BulkRequest['filter'];
  readonly after: string | undefined;
}

/** Rows that can be changed, in parts. */
const LISTS = {
  async incidents({ bridge }: AdminParts, { filter, after }: Part) {
    const rows = await bridge.incidents.list({ ...filter, open: true, ...(after && { after }), limit: BULK });
    return rows.map(({ incidentId, kind }) => ({ id: incidentId, isChosen: isRetriable(kind, filter) }));
  },
  async reports({ bridge }: AdminParts, { filter, after }: Part) {
    const page = { state: 'parked' as const, ...(after && { after: Number(after) }), limit: BULK };
    return (await bridge.outbox.list({ ...filter, ...page })).map(({ seq }) => ({ id: String(seq), isChosen: true }));
  },
  async messages({ bridge }: AdminParts, { filter, after }: Part) {
    const page = { state: 'parked' as const, ...(after && { after }), limit: BULK };
    return (await bridge.messages.list({ ...filter, ...page })).map(({ sendId }) => ({ id: sendId, isChosen: true }));
  },
};

/** As `incidents.retryAll`: a retry closes what is in doubt after a restore, so that must be asked for by its code. */
const isRetriable = (kind: IncidentRow['kind'], { code }: BulkRequest['filter']) =>
  kind !== 'press' && kind !== 'deadlock' && (kind !== 'restore' || code === 'ERR_RESTORED');

type Change = (
  parts: AdminParts,
  id: string,
  who: { readonly by: string; readonly reason: string },
) => Promise<unknown>;

const OPERATIONS: Readonly<Record<BulkRequest['operation'], readonly [keyof typeof LISTS, Change]>> = {
  'incidents.retry': ['incidents', ({ bridge }, id, { by }) => bridge.incidents.retry(id, { by })],
  'reports.retry': ['reports', ({ bridge }, id, { by }) => bridge.outbox.retry(Number(id), { by })],
  'reports.skip': ['reports', ({ bridge }, id, who) => bridge.outbox.skip(Number(id), who)],
  'messages.retry': ['messages', ({ bridge }, id, { by }) => bridge.messages.retry(id, { by })],
  'messages.skip': ['messages', ({ bridge }, id, who) => bridge.messages.skip(id, who)],
};

const isOperation = (name: unknown): name is BulkRequest['operation'] =>
  typeof name === 'string' && Object.hasOwn(OPERATIONS, name);

/** The methods of the bridge judge the values of the filter. */
export function readBulk(body: unknown): BulkRequest {
  const { operation, filter = {}, after } = isObject(body) ? body : {};
  if (!isOperation(operation) || !isObject(filter) || (after !== undefined && typeof after !== 'string')) {
    throw invalid(`Give an operation of ${Object.keys(OPERATIONS).join(', ')}, and a filter.`);
  }
  const reason = operation.endsWith('.skip') ? requireReason(body) : readReason(body);
  return { operation, filter, ...(after !== undefined && { after }), ...(reason !== undefined && { reason }) };
}

/** Changes what a filter leaves, a part of it at a time: what fails is left, and the others go on. */
export async function runBulk(
  parts: AdminParts,
  by: string,
  { operation, filter, after, reason = '' }: BulkRequest,
): Promise<BulkAnswer> {
  const [list, change] = OPERATIONS[operation];
  const rows = await LISTS[list](parts, { filter, after });
  const chosen = rows.filter(({ isChosen }) => isChosen);
  let left = rows.length - chosen.length;
  for (const { id } of chosen) {
    await change(parts, id, { by, reason }).catch((error: unknown) => {
      if (parts.judgeError(error)?.isOfRow !== true) throw error;
      left += 1;
    });
  }
  return { done: rows.length - left, left, next: rows.length < BULK ? null : (rows.at(-1)?.id ?? null) };
}
