import type { AdminParts } from './admin-parts.ts';
import { readReason, requireReason } from './read-reason.ts';
import { readBulk, runBulk } from './run-bulk.ts';

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
    done(bridge.incidents.resolve(id, { reason: requireReason(body), by })),
  'reports/retry': async ({ bridge }, { id, by }) => done(bridge.outbox.retry(Number(id), { by })),
  'reports/skip': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.skip(Number(id), { reason: requireReason(body), by })),
  'reports/acknowledge': async ({ bridge }, { id, by, body }) =>
    done(bridge.outbox.acknowledge(Number(id), { reason: requireReason(body), by })),
  'reports/now': async ({ bridge }, { id, by }) => ({
    count: await bridge.outbox.now({ by, ...(id !== 'all' && { seq: Number(id) }) }),
  }),
  'messages/retry': async ({ bridge }, { id, by }) => done(bridge.messages.retry(id, { by })),
  'messages/skip': async ({ bridge }, { id, by, body }) =>
    done(bridge.messages.skip(id, { reason: requireReason(body), by })),
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

/** Rows hold payloads, which the page does not need, and a `kind` that is not the one of a verdict. */
async function done(work: Promise<unknown>): Promise<object> {
  await work;
  return {};
}

/** A reason is the opinion of an operation on an instance. */
function opinionsOf(body: unknown): { readonly opinions?: string } {
  const reason = readReason(body);
  return reason === undefined ? {} : { opinions: reason };
}
