import { LATE_MS, overdueMs as overdueMsOf } from '../../bridge/answers/health.ts';
import { readSchemaOf } from '../../store/open-store.ts';
import type { Backlog, Store } from '../../store/store.ts';
import { EXIT_CODES } from '../command.ts';
import type { Call } from './action/action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { durationOf, facts, plural, wrap } from './print/layout.ts';

/** What the database says of a service; exit code 1 if somebody has to do something. */
export const status = createOperateCommand({
  name: 'status',
  about: `Says how a service is, by its database alone: what waits for the center, what failed, and for each problem the
command that fixes it. The service may be running, or not. What only its process knows, such as the reason why
the center does not answer, is in bridge.health() and in its log.`,
  actions: [{ name: null, args: [], summary: '', flags: [], access: 'read', run: printStatus }],
  exitCodes: '0 nothing to do, 1 there are problems, or it failed, 2 the command line is wrong.',
});

/** Something that an operator has to do. */
interface Problem {
  readonly problem: string;
  readonly count: number;
  /** The command that shows or fixes it, without the name of the program; null: there is none. */
  readonly command: string | null;
}

async function printStatus({ store, url, clock, print }: Call): Promise<number | undefined> {
  const now = clock();
  const { applied } = await readSchemaOf(url);
  const newer = await store.newerMigrations();
  const backlog = await store.countBacklog(now);
  const works = ['job', 'wake-up', 'timer-start'] as const;
  const dueAt = await Promise.all(works.map((kind) => store.nextDueAt(kind)));
  const overdueMs = Math.max(...dueAt.map((at) => overdueMsOf(at, now)));
  const schema = applied.at(-1) ?? null;
  const problems = [...newerProblems(newer), ...problemsOf(backlog, now, overdueMs)];
  const { reports, messages, incidents, failedJobs, setAside, due } = backlog;
  const failedAttempt = await findFailedAttempt(store);
  const waiting = (oldest: number | null) => (oldest === null ? '' : `, the oldest for ${durationOf(now - oldest)}`);
  print(
    {
      store: maskedStore(url),
      schema,
      newerMigrations: newer,
      reports,
      messages,
      incidents,
      failedJobs,
      setAside,
      due,
      overdueMs,
      failedAttempt,
      problems,
    },
    [
      ...facts([
        ['store', maskedStore(url)],
        ['schema', schema],
        [
          'reports',
          `${reports.pending} pending${waiting(reports.oldestPendingAt)}; ${reports.parked} parked, ${reports.unconfirmed} unconfirmed`,
        ],
        ['messages', `${messages.pending} pending${waiting(messages.oldestPendingAt)}; ${messages.parked} parked`],
        ['incidents', `${incidents} open`],
        ['jobs', `${failedJobs} failed; ${due} due, with timers`],
      ]),
      '',
      ...(problems.length === 0
        ? [NOTHING]
        : problems.flatMap(({ problem, command }) => [
            ...wrap(problem).map((line, index) => (index === 0 ? `- ${line.trimStart()}` : line)),
            ...(command === null ? [] : [`    bpmn-transaction-bridge ${command}`]),
          ])),
      ...(failedAttempt === null
        ? []
        : [
            '',
            ...wrap(`A report waits for its next attempt: ${failedAttempt}.`),
            '    bpmn-transaction-bridge outbox list --state pending',
          ]),
    ],
  );
  return problems.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

const NOTHING =
  'Nothing to do, as far as the database knows. What only a service knows is in its log and bridge.health().';

/** Among so many reports that wait: the oldest are tried first. */
const LOOKED_AT = 100;

/** Why the center did not take a report that waits; null: none of the oldest has been tried, or there is none. */
async function findFailedAttempt(store: Pick<Store, 'listOutbox'>): Promise<string | null> {
  const waiting = await store.listOutbox({ state: 'pending', limit: LOOKED_AT });
  return waiting.find(({ reason }) => reason !== null)?.reason ?? null;
}

/** A node that cannot live with the schema has stopped its work; which one, only its own health and log know. */
function newerProblems(newer: readonly string[]): Problem[] {
  if (newer.length === 0) return [];
  const problem = `A newer version of the library has migrated the database (${newer.join(', ')}), and this command is of an older one. Nodes of this version may have stopped their work: bridge.health() of each (storeNewer) and store.newer in its log say so. Replace them by nodes of the newer version.`;
  return [{ problem, count: newer.length, command: 'migrate --dry-run' }];
}

function problemsOf(
  { reports, messages, incidents, failedJobs, setAside }: Backlog,
  now: number,
  overdueMs: number,
): Problem[] {
  const problems: Problem[] = [];
  const add = (count: number, problem: string, command: string | null) => {
    if (count > 0) problems.push({ problem, count, command });
  };
  add(
    incidents,
    `${plural(incidents, 'incident')} open${failedJobs > 0 ? `, ${failedJobs} of failed jobs` : ''}: incidents show says what to do with each.`,
    'incidents list',
  );
  add(
    setAside,
    `${plural(setAside, 'instance')} set aside: its timer is not tried again. See its incident of kind wake, then incidents retry or instances terminate.`,
    'incidents list',
  );
  add(
    reports.parked,
    `${plural(reports.parked, 'report')} refused by the center: later reports of the instance wait. Then outbox retry or skip.`,
    'outbox list --state parked',
  );
  add(
    messages.parked,
    `${plural(messages.parked, 'message')} refused by the center. Then messages retry or skip.`,
    'messages list --state parked',
  );
  add(
    reports.unconfirmed,
    `${plural(reports.unconfirmed, 'report')} may or may not have reached the center: check the tasks there, then outbox acknowledge.`,
    'outbox list --state unconfirmed',
  );
  for (const [what, oldest, command] of [
    ['report', reports.oldestPendingAt, 'outbox list --state pending'],
    ['message', messages.oldestPendingAt, 'messages list --state pending'],
  ] as const) {
    const ms = oldest === null ? 0 : now - oldest;
    if (ms > LATE_MS) add(1, `The oldest ${what} has waited for ${durationOf(ms)}: the list has the reason.`, command);
  }
  if (overdueMs > LATE_MS)
    add(1, `Jobs or timers are due for ${durationOf(overdueMs)} and nobody takes them: does the service run?`, null);
  return problems;
}

/** The address of a database without its password, and without parameters, which may hold one. */
function maskedStore(url: string): string {
  if (!URL.canParse(url) || !/^postgres/.test(url)) return url;
  const parsed = new URL(url);
  const user = parsed.username === '' ? '' : `${parsed.username}${parsed.password === '' ? '' : ':***'}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}
