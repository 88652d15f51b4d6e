import { StoreError } from '../../errors.ts';
import { withTimeout } from '../../host/with-timeout.ts';
import { DUE_AT_ONCE } from '../../store/rows/columns.ts';
import type { Backlog } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { BridgeLoops } from '../loops/all-loops.ts';

/** The state of the bridge. Times are in milliseconds. */
export interface Health {
  /** Whether this bridge can take calls; if false, take it out of the load balancer. It does not depend on the center. */
  readonly ok: boolean;
  /** What an operator should check, each entry with what to do and the command of the program for it; empty if there is nothing. */
  readonly problems: readonly string[];
  /**
   * Whether a newer version of the library has migrated the database, so that this bridge has stopped working: replace its
   * process by one of that version.
   */
  readonly storeNewer: boolean;
  /** Whether the database answered. */
  readonly storeReachable: boolean;
  /** Migrations of a newer version of the library that has opened the database since this bridge did. */
  readonly newerMigrations: readonly string[];
  /** Whether the center refuses the calls of this node (HTTP 4xx, or no token), instead of not answering. */
  readonly centerRefuses: boolean;
  /**
   * Functions of the option `identity` that threw or gave no answer in time at their last call, or have calls that are late
   * and still without an answer, such as `identity.isMember`.
   */
  readonly failingFunctions: readonly string[];
  /** Definitions that could not be read or compiled when this bridge last needed them, and still cannot. */
  readonly unreadableDefinitions: readonly string[];
  /** Time until which nothing is sent, because the center does not answer or refuses the calls, in epoch milliseconds. Null: the center answers, or nothing was sent. */
  readonly centerTriedAgainAt: { readonly reports: number | null; readonly messages: number | null };
  /** Null: the database did not answer. */
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** How long the oldest report has been waiting for delivery; null: none is waiting. */
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** Messages to people. Null: the database did not answer. */
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** Open incidents. Null: the database did not answer. */
  readonly incidents: number | null;
  /** Instances whose timer is not tried again until its incident is retried. Null: the database did not answer. */
  readonly setAside: number | null;
}

/** Timeout of the database queries; load balancers do not wait longer. */
const DATABASE_TIMEOUT_MS = 5_000;
/** If a report is older, its first attempts have failed. */
export const LATE_MS = 60_000;

export interface HealthParts {
  readonly loops: Pick<BridgeLoops, 'circuitsOpenUntil' | 'isRefused'>;
  readonly definitions: Pick<Definitions, 'checkUnreadable'>;
  readonly isClosed: () => boolean;
  /** Whether a newer version of the library has migrated the database so that this one cannot work with it. */
  readonly isStoreNewer: () => boolean;
}

export async function readHealth(
  { config, store, clock, outages }: BridgeContext,
  { loops, definitions, isClosed, isStoreNewer }: HealthParts,
): Promise<Health> {
  const now = clock();
  const read = Promise.all([store.countBacklog(now), store.newerMigrations(), definitions.checkUnreadable()]);
  let failure: unknown;
  const known = await withTimeout(DATABASE_TIMEOUT_MS, read).catch((error: unknown) => {
    failure = error;
    return undefined;
  });
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
        : [withCommand(`${describeFailure(failure)}: nothing can be pressed or started.`, 'doctor')]),
      ...(storeReachable && outages.isSessionRefused ? [SESSION_REFUSED] : []),
      ...(outages.isDiskFull ? [DISK_FULL] : []),
      ...newerProblems(newer, isStoreNewer()),
      ...(reports > 0 || messages > 0 ? [loops.isRefused() ? REFUSED : NO_ANSWER] : []),
      ...functionProblems(outages.failingFunctions(), outages.hangingFunctions()),
      ...[...unreadable].map(describeUnreadable),
      ...(backlog === undefined
        ? []
        : [...fullProblems(backlog, config.outbox.maxUndelivered), ...problemsOf(backlog, now)]),
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

function describeFailure(error: unknown): string {
  if (error instanceof StoreError && error.details.isReadOnly === true)
    return 'The address of the database leads to a server that only reads, as a standby does';
  if (error instanceof StoreError && error.code === 'ERR_STORE_DETACHED')
    return 'The database file or its log was deleted, moved or replaced, and the log says where it was saved';
  return 'The database does not answer';
}

/** A problem with the command that shows or fixes it. */
function withCommand(problem: string, command: string): string {
  return `${problem} Command: ${command}.`;
}

const SESSION_REFUSED = withCommand(
  'The database refuses the connection by which other bridges see that this one is alive: if no other of its connections stays open, they repeat its work. The log has the cause (store.session-refused); raise max_connections or the limit of the role.',
  'doctor',
);
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

/** @param dueAt epoch milliseconds; what an operator retries is due at once, and has no time of its own; null: nothing is due */
export function overdueMs(dueAt: number | null, now: number): number {
  return dueAt === null || dueAt === DUE_AT_ONCE ? 0 : Math.max(0, now - dueAt);
}
