import { invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type { BulkAnswer, BulkRequest } from './answers.ts';

/** Rows of one request for many: it answers within seconds. */
const BULK = 100;

/** Characters. */
const MAX_REASON = 1_000;

const BULK_OPERATIONS = [
  'incidents.retry',
  'reports.retry',
  'messages.retry',
] as const satisfies readonly BulkRequest['operation'][];

type Run = (
  parts: AdminParts,
  call: { readonly id: string; readonly by: string; readonly body: unknown },
) => Promise<object>;

const OPERATIONS: Readonly<Record<string, Run>> = {
  'instances/suspend': async ({ bridge }, { id, by, body }) => bridge.suspend(id, { ...opinionsOf(body), by }),
  'instances/activate': async ({ bridge }, { id, by, body }) => bridge.activate(id, { ...opinionsOf(body), by }),
  'instances/terminate': async ({ bridge }, { id, by, body }) => bridge.terminate(id, { ...opinionsOf(body), by }),
  'instances/force': async ({ bridge }, { id, by, body }) =>
    bridge.terminate(id, { ...opinionsOf(body), by, force: true }),
  'incidents/retry': async ({ bridge }, { id, by }) => done(bridge.incidents.retry(id, { by })),
  'incidents/resolve': async ({ bridge }, { id, by, body }) =>
    done(bridge.incidents.resolve(id, { ...reasonOf(body), by })),
  'reports/retry': async ({ bridge }, { id, by }) => done(bridge.outbox.retry(Number(id), { by })),
  'reports/skip': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.skip(Number(id), { ...reasonOf(body), by })),
  'reports/acknowledge': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.acknowledge(Number(id), { ...reasonOf(body), by })),
  'reports/now': async ({ bridge }, { id, by }) => ({
    count: await bridge.outbox.now({ by, ...(id !== 'all' && { seq: Number(id) }) }),
  }),
  'messages/retry': async ({ bridge }, { id, by }) => done(bridge.messages.retry(id, { by })),
  'messages/skip': async ({ bridge }, { id, by, body }) => done(bridge.messages.skip(id, { ...reasonOf(body), by })),
  'jobs/retry': async ({ bridge }, { id, by }) => done(bridge.jobs.retry(id, { by })),
};

/**
 * @param by who does it, for the history
 * @returns undefined: there is no such operation
 */
export async function runOperation(
  parts: AdminParts,
  by: string,
  [name = '', id = '', operation, ...more]: readonly string[],
  body: unknown,
): Promise<object | undefined> {
  if (name === 'bulk' && id === '') return runBulk(parts, by, readBulk(body));
  const key = `${name}/${operation}`;
  if (more.length > 0 || !Object.hasOwn(OPERATIONS, key)) return undefined;
  return OPERATIONS[key]?.(parts, { id, by, body });
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null;

function reasonOf(body: unknown): { readonly reason: string } {
  const { opinions } = opinionsOf(body);
  if (opinions === undefined) throw invalid('A reason is required.');
  return { reason: opinions };
}

/** A reason is the opinion of an operation on an instance. */
function opinionsOf(body: unknown): { readonly opinions?: string } {
  const reason = isObject(body) ? (body.reason ?? '') : undefined;
  if (typeof reason !== 'string' || reason.length > MAX_REASON) throw invalid('The reason is no text, or too long.');
  return reason.trim() === '' ? {} : { opinions: reason.trim() };
}

/** The methods of the bridge judge the values of the filter. */
function readBulk(body: unknown): BulkRequest {
  const { operation, filter = {}, after } = isObject(body) ? body : {};
  const known = BULK_OPERATIONS.find((each) => each === operation);
  if (known === undefined || !isObject(filter) || (after !== undefined && typeof after !== 'string')) {
    throw invalid(`Give an operation of ${BULK_OPERATIONS.join(', ')}, and a filter.`);
  }
  return { operation: known, filter, ...(after !== undefined && { after }) };
}

/** Rows hold payloads, which the page does not need, and a `kind` that is not the one of a verdict. */
async function done(work: Promise<unknown>): Promise<object> {
  await work;
  return {};
}

/** Retries what a filter leaves, a part of it at a time: what fails is left, and the others go on. */
async function runBulk(
  { bridge, judgeError }: AdminParts,
  by: string,
  { operation, filter, after }: BulkRequest,
): Promise<BulkAnswer> {
  const ids = await {
    'incidents.retry': async () =>
      (await bridge.incidents.list({ ...filter, open: true, ...(after && { after }), limit: BULK })).map(
        ({ incidentId }) => incidentId,
      ),
    'reports.retry': async () => {
      const page = { state: 'parked' as const, ...(after && { after: Number(after) }), limit: BULK };
      return (await bridge.outbox.list({ ...filter, ...page })).map(({ seq }) => String(seq));
    },
    'messages.retry': async () => {
      const page = { state: 'parked' as const, ...(after && { after }), limit: BULK };
      return (await bridge.messages.list({ ...filter, ...page })).map(({ sendId }) => sendId);
    },
  }[operation]();
  const retry = {
    'incidents.retry': (id: string) => bridge.incidents.retry(id, { by }),
    'reports.retry': (id: string) => bridge.outbox.retry(Number(id), { by }),
    'messages.retry': (id: string) => bridge.messages.retry(id, { by }),
  }[operation];
  let left = 0;
  for (const id of ids) {
    await retry(id).catch((error: unknown) => {
      if (judgeError(error)?.isOfRow !== true) throw error;
      left += 1;
    });
  }
  return { done: ids.length - left, left, next: ids.length < BULK ? null : (ids.at(-1) ?? null) };
}
