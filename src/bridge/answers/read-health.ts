import { withTimeout } from '../../host/with-timeout.ts';
import type { Backlog, Store } from '../../store/store.ts';
import type { UnreadableDefinitions } from '../definitions/unreadable-definitions.ts';
import type { BridgeLoops } from '../loops/all-loops.ts';
import type { Outages } from '../outages.ts';
import type { Health } from './health.ts';

/** Timeout of the database queries; load balancers do not wait longer. */
const DATABASE_TIMEOUT_MS = 5_000;
/** If a report is older, its first attempts have failed. */
export const LATE_MS = 60_000;

export interface HealthParts {
  readonly store: Pick<Store, 'countBacklog' | 'newerMigrations'>;
  readonly loops: Pick<BridgeLoops, 'circuitsOpenUntil' | 'isRefused'>;
  readonly outages: Pick<Outages, 'failingFunctions' | 'hangingFunctions' | 'isDiskFull'>;
  readonly definitions: UnreadableDefinitions;
  /** Above it no instance is started. */
  readonly maxUndelivered: number;
  readonly isClosed: () => boolean;
  /** Whether a newer version of the library has migrated the database so that this one cannot work with it. */
  readonly isStoreNewer: () => boolean;
  readonly clock: () => number;
}

export async function readHealth({
  store,
  loops,
  outages,
  definitions,
  maxUndelivered,
  isClosed,
  isStoreNewer,
  clock,
}: HealthParts): Promise<Health> {
  const now = clock();
  const read = Promise.all([store.countBacklog(now), store.newerMigrations(), definitions.check()]);
  const known = await withTimeout(DATABASE_TIMEOUT_MS, read).catch(() => undefined);
  const [backlog, newer = [], unreadable = new Map<string, string>()] = known ?? [];
  const { reports, messages } = loops.circuitsOpenUntil();
  const failingFunctions = [...new Set([...outages.failingFunctions(), ...outages.hangingFunctions().keys()])];
  const storeReachable = backlog !== undefined;
  return {
    ok: storeReachable && !isClosed() && !isStoreNewer(),
    problems: [
      ...(isClosed() ? ['The bridge is closed: create a new one.'] : []),
      ...(storeReachable || isClosed()
        ? []
        : [withCommand('The database does not answer: nothing can be pressed or started.', 'doctor')]),
      ...(outages.isDiskFull ? [DISK_FULL] : []),
      ...newerProblems(newer, isStoreNewer()),
      ...(reports > 0 || messages > 0 ? [loops.isRefused() ? REFUSED : NO_ANSWER] : []),
      ...functionProblems(outages.failingFunctions(), outages.hangingFunctions()),
      ...[...unreadable].map(describeUnreadable),
      ...(backlog === undefined ? [] : [...fullProblems(backlog, maxUndelivered), ...problemsOf(backlog, now)]),
    ],
    storeNewer: isStoreNewer(),
    storeReachable,
    newerMigrations: newer,
    centerRefuses: loops.isRefused(),
    failingFunctions,
    unreadableDefinitions: [...unreadable.keys()],
    centerTriedAgainAt: { reports: reports || null, messages: messages || null },
    reports: backlog === undefined ? null : waitingOf(backlog.reports, now),
    messages: backlog === undefined ? null : waitingOf(backlog.messages, now),
    incidents: backlog?.incidents ?? null,
    setAside: backlog?.setAside ?? null,
  };
}

/** A problem with the command that shows or fixes it. */
function withCommand(problem: string, command: string): string {
  return `${problem} Command: ${command}.`;
}

const DISK_FULL =
  'The disk of the database is full: what does not fit is refused, and nothing has changed. Free some space; this problem goes a minute after all fits again.';
const NO_ANSWER = withCommand(
  'The center does not answer, or not as the interface says (check center.baseUrl and center.authUrl): calls are retried with back-off; bridge.outbox.now() ends the pause when it is there again.',
  'outbox now',
);
const REFUSED = withCommand(
  "The center refuses the calls: correct the client or the addresses of the center; bridge.outbox.list({ state: 'pending' }) gives the reason.",
  'outbox list --state pending',
);

function newerProblems(newer: readonly string[], hasStopped: boolean): string[] {
  if (newer.length === 0 && !hasStopped) return [];
  const names = newer.length === 0 ? '' : ` (${newer.join(', ')})`;
  const todo = hasStopped
    ? 'this bridge cannot live with it and has stopped working; replace its process by one of that version.'
    : 'update this service too.';
  const problem = `A newer version of the library has migrated the database${names}: ${todo}`;
  return [withCommand(problem, 'migrate --dry-run')];
}

function functionProblems(failing: readonly string[], hanging: ReadonlyMap<string, number>): string[] {
  const cause = 'presses that need it are answered 503. The log has the cause (identity.failing); correct the service.';
  return [
    ...failing.map((name) => {
      const calls = hanging.get(name);
      return calls === undefined
        ? `${name} fails: ${cause}`
        : `${name} hangs, calls that are late and still without an answer: ${calls}: ${cause}`;
    }),
    ...[...hanging]
      .filter(([name]) => !failing.includes(name))
      .map(
        ([name, calls]) =>
          `${name} answers, but not every call: late and still without an answer: ${calls}. Presses that needed them were answered 503, and each holds what it needs in the service: if they stay, correct it and restart its process.`,
      ),
  ];
}

function describeUnreadable([definitionId, code]: readonly [string, string]): string {
  return withCommand(
    `The definition ${definitionId} cannot be read (${code}): restore its row, or deploy its file again; until then no instance of it can go on.`,
    `definitions show ${definitionId}`,
  );
}

function fullProblems({ reports }: Backlog, maxUndelivered: number): string[] {
  if (reports.pending + reports.parked <= maxUndelivered) return [];
  const problem = `More than ${maxUndelivered} reports wait for the center (outbox.maxUndelivered): no instance is started until fewer do.`;
  return [withCommand(problem, 'outbox list')];
}

function waitingOf<Counts extends { readonly oldestPendingAt: number | null }>(
  { oldestPendingAt, ...counts }: Counts,
  now: number,
): Omit<Counts, 'oldestPendingAt'> & { readonly oldestUndeliveredMs: number | null } {
  return { ...counts, oldestUndeliveredMs: oldestPendingAt === null ? null : Math.max(0, now - oldestPendingAt) };
}

function problemsOf({ reports, messages, incidents, setAside }: Backlog, now: number): string[] {
  const problems: string[] = [];
  const add = (number: number, what: string, todo: string, command: string) => {
    if (number > 0) problems.push(withCommand(`${what}: ${number}. See ${todo}.`, command));
  };
  const repair = "list({ state: 'parked' }), then retry or skip them";
  add(
    reports.parked,
    'Reports that the center refused',
    `bridge.outbox.${repair}`,
    'outbox retry or outbox skip, after outbox list --state parked',
  );
  add(
    messages.parked,
    'Messages that the center refused',
    `bridge.messages.${repair}`,
    'messages retry or messages skip, after messages list --state parked',
  );
  add(
    incidents,
    'Incidents',
    'bridge.incidents.list({ open: true }), fix the cause and retry them, or end the instance if nothing can move it',
    'incidents retry, after incidents list',
  );
  add(
    setAside,
    'Instances whose timer is not tried again, because its step took too long or ended the process',
    'their incidents, of kind wake: correct the variables or the diagram and retry them, or end the instance',
    'incidents retry, or instances terminate, after incidents list',
  );
  add(
    reports.unconfirmed,
    'Reports that the center may or may not have received',
    "bridge.outbox.list({ state: 'unconfirmed' }), check in the center and acknowledge them",
    'outbox acknowledge, after outbox list --state unconfirmed',
  );
  for (const [what, oldest, command] of [
    ['report', reports.oldestPendingAt, 'outbox list --state pending'],
    ['message', messages.oldestPendingAt, 'messages list --state pending'],
  ] as const) {
    if (oldest === null || now - oldest <= LATE_MS) continue;
    const seconds = Math.floor((now - oldest) / 1_000);
    problems.push(withCommand(`The oldest ${what} has been waiting for ${seconds} s to be delivered.`, command));
  }
  return problems;
}
