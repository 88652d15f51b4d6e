import * as z from 'zod';
import { InputError } from '../errors.ts';
import type { AdminParts } from './admin-parts.ts';
import type { BulkAnswer, BulkRequest } from './answers.ts';

/** Rows of one request for many: it answers within seconds. */
const BULK = 100;

const Reason = z.strictObject({ reason: z.string().trim().min(1).max(1_000) });
const OptionalReason = z.strictObject({ reason: z.string().trim().max(1_000).optional() });
const Bulk = z.strictObject({
  operation: z.enum(['incidents.retry', 'reports.retry', 'messages.retry']),
  filter: z.strictObject({
    processId: z.string().optional(),
    code: z.string().optional(),
    instanceId: z.string().optional(),
  }),
  after: z.string().optional(),
}) as z.ZodType<BulkRequest>;

type Run = (
  parts: AdminParts,
  call: { readonly id: string; readonly by: string; readonly body: unknown },
) => Promise<object>;

const OPERATIONS: Readonly<Record<string, Run>> = {
  'instances/suspend': async ({ bridge }, { id, by, body }) => bridge.suspend(id, { ...opinionsOf(body), by }),
  'instances/activate': async ({ bridge }, { id, by, body }) => bridge.activate(id, { ...opinionsOf(body), by }),
  'instances/terminate': async ({ bridge }, { id, by, body }) => bridge.terminate(id, { ...opinionsOf(body), by }),
  'incidents/retry': async ({ bridge }, { id, by }) => bridge.incidents.retry(id, { by }),
  'reports/retry': async ({ bridge }, { id, by }) => done(bridge.outbox.retry(Number(id), { by })),
  'reports/skip': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.skip(Number(id), { ...read(Reason, body), by })),
  'reports/acknowledge': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.acknowledge(Number(id), { ...read(Reason, body), by })),
  'reports/now': async ({ bridge }, { id, by }) => ({
    count: await bridge.outbox.now({ by, ...(id !== 'all' && { seq: Number(id) }) }),
  }),
  'messages/retry': async ({ bridge }, { id, by }) => done(bridge.messages.retry(id, { by })),
  'messages/skip': async ({ bridge }, { id, by, body }) =>
    done(bridge.messages.skip(id, { ...read(Reason, body), by })),
  'jobs/retry': async ({ store, clock, wake }, { id, by }) => {
    const isDue = await store.makeJobDue(id, clock(), { by });
    if (!isDue)
      throw new InputError('ERR_NOT_RETRIABLE', `The job ${id} was not retried: it is done, or an attempt is running.`);
    wake();
    return {};
  },
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
  if (name === 'bulk' && id === '') return runBulk(parts, by, read(Bulk, body));
  const key = `${name}/${operation}`;
  if (more.length > 0 || !Object.hasOwn(OPERATIONS, key)) return undefined;
  return OPERATIONS[key]?.(parts, { id, by, body });
}

function read<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', z.prettifyError(parsed.error));
}

function opinionsOf(body: unknown): { readonly opinions?: string } {
  const { reason } = read(OptionalReason, body);
  return reason === undefined || reason === '' ? {} : { opinions: reason };
}

/** Rows hold payloads, which the page does not need. */
async function done(work: Promise<unknown>): Promise<object> {
  await work;
  return {};
}

/** Retries what a filter leaves, a part of it at a time: what fails is left, and the others go on. */
async function runBulk(
  { bridge }: AdminParts,
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
      return (await bridge.outbox.list({ ...onlyInstance(filter), ...page })).map(({ seq }) => String(seq));
    },
    'messages.retry': async () => {
      const page = { state: 'parked' as const, ...(after && { after }), limit: BULK };
      return (await bridge.messages.list({ ...onlyInstance(filter), ...page })).map(({ sendId }) => sendId);
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
      if (!(error instanceof InputError)) throw error;
      left += 1;
    });
  }
  return { done: ids.length - left, left, next: ids.length < BULK ? null : (ids.at(-1) ?? null) };
}

function onlyInstance({ instanceId }: BulkRequest['filter']): { readonly instanceId?: string } {
  return instanceId === undefined ? {} : { instanceId };
}
