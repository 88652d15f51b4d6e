import { withTimeout } from '../../plugin/live/with-timeout.ts';
import type { Backlog, Store } from '../../store/port.ts';
import type { BridgeLoops } from '../loops/all-loops.ts';
import type { Health } from './health.ts';

/** A load balancer that asks every few seconds has given up by then. */
const ANSWER_WITHIN_MS = 5_000;
/** A report that is older did not go out at the first attempts. */
const LATE_MS = 60_000;

export async function readHealth(
  store: Pick<Store, 'countBacklog'>,
  loops: Pick<BridgeLoops, 'circuitsOpenUntil'>,
  isClosed: () => boolean,
  clock: () => number,
): Promise<Health> {
  const now = clock();
  const backlog = await withTimeout(ANSWER_WITHIN_MS, store.countBacklog(now)).catch(() => undefined);
  const { reports, messages } = loops.circuitsOpenUntil();
  const centerTriedAgainAt = { reports: reports || null, messages: messages || null };
  const storeReachable = backlog !== undefined;
  return {
    ok: storeReachable && !isClosed(),
    problems: [
      ...(isClosed() ? ['The bridge is closed: create a new one.'] : []),
      ...(storeReachable ? [] : ['The database does not answer: nothing can be pressed or started.']),
      ...(reports > 0 || messages > 0 ? ['The center does not answer: it is tried again with growing pauses.'] : []),
      ...(backlog === undefined ? [] : problemsOf(backlog, now)),
    ],
    storeReachable,
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
  const say = (number: number, what: string, todo: string) => {
    if (number > 0) problems.push(`${what}: ${number}. See ${todo}.`);
  };
  const mend = "list({ state: 'parked' }), then retry or skip them";
  say(reports.parked, 'Reports that the center refused', `bridge.outbox.${mend}`);
  say(messages.parked, 'Messages that the center refused', `bridge.messages.${mend}`);
  say(
    incidents,
    'Incidents',
    'bridge.incidents.list({ open: true }), mend the cause and retry them, or end the instance where nothing can move it',
  );
  say(
    reports.unconfirmed,
    'Reports of which nobody knows whether the center has them',
    "bridge.outbox.list({ state: 'unconfirmed' }) and look into the center",
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
