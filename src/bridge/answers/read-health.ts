import { withTimeout } from '../../host/with-timeout.ts';
import type { Backlog, Store } from '../../store/port.ts';
import type { BridgeLoops } from '../loops/all-loops.ts';
import type { Health } from './health.ts';

/** Timeout of the database query; load balancers do not wait longer. */
const DATABASE_TIMEOUT_MS = 5_000;
/** If a report is older, its first attempts have failed. */
export const LATE_MS = 60_000;

const NO_ANSWER = 'The center does not answer: calls are retried with back-off.';
const NEWER =
  'A newer version of the library has migrated the database, and this bridge has stopped working: replace its process by one of that version.';
const REFUSED =
  "The center refuses the calls: correct the client or the addresses of the center; bridge.outbox.list({ state: 'pending' }) gives the reason.";

export async function readHealth(
  store: Pick<Store, 'countBacklog'>,
  state: Pick<BridgeLoops, 'circuitsOpenUntil' | 'isRefused'> & { readonly failingFunctions: () => readonly string[] },
  { isClosed, isStoreNewer }: { readonly isClosed: () => boolean; readonly isStoreNewer: () => boolean },
  clock: () => number,
): Promise<Health> {
  const now = clock();
  const backlog = await withTimeout(DATABASE_TIMEOUT_MS, store.countBacklog(now)).catch(() => undefined);
  const { reports, messages } = state.circuitsOpenUntil();
  const failingFunctions = state.failingFunctions();
  const centerTriedAgainAt = { reports: reports || null, messages: messages || null };
  const storeReachable = backlog !== undefined;
  return {
    ok: storeReachable && !isClosed() && !isStoreNewer(),
    problems: [
      ...(isClosed() ? ['The bridge is closed: create a new one.'] : []),
      ...(isStoreNewer() ? [NEWER] : []),
      ...(storeReachable ? [] : ['The database does not answer: nothing can be pressed or started.']),
      ...(reports > 0 || messages > 0 ? [state.isRefused() ? REFUSED : NO_ANSWER] : []),
      ...failingFunctions.map(
        (name) => `${name} fails: presses that need it are answered 503. The log has the cause (identity.failing).`,
      ),
      ...(backlog === undefined ? [] : problemsOf(backlog, now)),
    ],
    storeNewer: isStoreNewer(),
    storeReachable,
    centerRefuses: state.isRefused(),
    failingFunctions,
    centerTriedAgainAt,
    reports: backlog === undefined ? null : waitingOf(backlog.reports, now),
    messages: backlog === undefined ? null : waitingOf(backlog.messages, now),
    incidents: backlog?.incidents ?? null,
  };
}

function waitingOf<Counts extends { readonly oldestPendingAt: number | null }>(
  { oldestPendingAt, ...counts }: Counts,
  now: number,
): Omit<Counts, 'oldestPendingAt'> & { readonly oldestUndeliveredMs: number | null } {
  return { ...counts, oldestUndeliveredMs: oldestPendingAt === null ? null : Math.max(0, now - oldestPendingAt) };
}

function problemsOf({ reports, messages, incidents }: Backlog, now: number): string[] {
  const problems: string[] = [];
  const add = (number: number, what: string, todo: string) => {
    if (number > 0) problems.push(`${what}: ${number}. See ${todo}.`);
  };
  const repair = "list({ state: 'parked' }), then retry or skip them";
  add(reports.parked, 'Reports that the center refused', `bridge.outbox.${repair}`);
  add(messages.parked, 'Messages that the center refused', `bridge.messages.${repair}`);
  add(
    incidents,
    'Incidents',
    'bridge.incidents.list({ open: true }), fix the cause and retry them, or end the instance if nothing can move it',
  );
  add(
    reports.unconfirmed,
    'Reports that the center may or may not have received',
    "bridge.outbox.list({ state: 'unconfirmed' }), check in the center and acknowledge them",
  );
  for (const [what, oldest] of [
    ['report', reports.oldestPendingAt],
    ['message', messages.oldestPendingAt],
  ] as const) {
    if (oldest !== null && now - oldest > LATE_MS)
      problems.push(`The oldest ${what} has been waiting for ${Math.floor((now - oldest) / 1_000)} s to be delivered.`);
  }
  return problems;
}
