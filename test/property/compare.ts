import type { ExpectedReport } from './expected-reports.ts';
import type { OracleWait } from './game-state.ts';
import type { Values } from './oracle-conditions.ts';
import { INSTANCE_ID, type Seen, type SeenReport } from './subject.ts';

/** What is compared, as lines of text. A part that a subject does not tell is undefined. */
export interface Picture {
  /** Open tasks, with who handles them and who caused them. */
  readonly open: string | undefined;
  readonly jobs: string | undefined;
  readonly reports: readonly string[] | undefined;
  readonly ended: string;
  readonly wakeAt: string | undefined;
  /** Messages that nothing waited for. */
  readonly unheard: string | undefined;
  /** Variables that scripts have set. */
  readonly computed: string | undefined;
}

export interface Handling {
  readonly account: string;
  readonly button: string;
}

export interface Expected {
  readonly waits: readonly OracleWait[];
  readonly reports: readonly ExpectedReport[];
  readonly ended: boolean;
  readonly wakeAt: number | null;
  readonly unheard: readonly string[];
  /** Variables that scripts have set. */
  readonly computed: Values;
  /** Tasks that are handled, and the center was not told yet. */
  readonly held: readonly string[];
  /** Of the open and the held: those that somebody has signed before. */
  readonly halfSigned: readonly string[];
  /** Who handled a task, by its label. */
  readonly handlings: ReadonlyMap<string, Handling>;
}

/** The oracle's side, with only as much as the subject tells. */
export function pictureExpected(expected: Expected, seen: Seen): Picture {
  const { waits, reports, ended, wakeAt, unheard, computed, handlings } = expected;
  const [tellsHandlers, tellsOrigin] = [seen.open[0]?.handlers !== undefined, seen.open[0]?.origin !== undefined];
  const tasks = waits.filter(({ kind }) => kind === 'task');
  const jobs = waits.filter(({ kind }) => kind === 'job').map(({ label }) => label);
  return {
    open: lines(
      tasks.map(({ label, signers, group, origin }) =>
        pictureTask(
          label,
          tellsHandlers ? (group ?? [...new Set(signers)].join()) : '',
          tellsOrigin || seen.open.length === 0 ? (origin ?? 'start') : '',
        ),
      ),
    ),
    jobs: seen.tellsJobs ? lines(jobs) : undefined,
    reports:
      seen.reports &&
      orderReports(
        reports.map((report) => {
          const kind = seen.reports?.every((each) => each.kind !== undefined) ? report.kind : '';
          const { account, button } = handlings.get(report.previous) ?? { account: 'ann', button: '' };
          return pictureReport(kind, report.previous, report.status, report.next, account, button);
        }),
      ),
    ended: `${ended}`,
    wakeAt: seen.wakeAt === undefined ? undefined : `${wakeAt && Math.max(wakeAt, seen.alarmSetAt ?? 0)}`,
    unheard: seen.unheard && lines(unheard),
    computed: seen.variables && describeValues(computed, computed),
  };
}

/** @param labels of the oracle, by the subject's ids of tasks and jobs */
export function pictureSeen(
  seen: Seen,
  { computed }: Pick<Expected, 'computed'>,
  labels: ReadonlyMap<string, string>,
): Picture {
  const label = (id: string) => (id === `${INSTANCE_ID}.start` ? 'start' : (labels.get(id) ?? `?${id}`));
  return {
    open: lines(
      seen.open.map(({ taskId, handlers, origin }) =>
        pictureTask(
          label(taskId),
          handlers ?? '',
          origin === undefined ? '' : origin === null ? 'start' : label(origin),
        ),
      ),
    ),
    jobs: seen.tellsJobs ? lines(seen.jobs.filter(({ runs }) => runs).map(({ jobId }) => label(jobId))) : undefined,
    reports: seen.reports && orderReports(seen.reports.map((report) => pictureItem(report, label))),
    ended: `${seen.ended}`,
    wakeAt: seen.wakeAt === undefined ? undefined : `${seen.wakeAt}`,
    unheard: seen.unheard && lines(seen.unheard),
    computed: seen.variables && describeValues(seen.variables, computed),
  };
}

/** What differs, as expected against got; undefined when nothing does. */
export function findDifference(expected: Picture, got: Picture): string | undefined {
  const parts = ['ended', 'open', 'jobs', 'reports', 'wakeAt', 'unheard', 'computed'] as const;
  const differing = parts.filter((part) => String(expected[part]) !== String(got[part]));
  if (differing.length === 0) return undefined;
  return differing
    .map((part) => `${part}\n  expected: ${show(expected[part])}\n  got:      ${show(got[part])}`)
    .join('\n');
}

const show = (value: string | readonly string[] | undefined): string =>
  Array.isArray(value) ? value.join('\n            ') || '(nothing)' : String(value) || '(nothing)';

/** @param names those of them that are told */
const describeValues = (values: Values, names: Values): string =>
  lines(Object.keys(names).map((name) => `${name}=${JSON.stringify(values[name])}`));

const lines = (texts: readonly string[]): string => texts.toSorted().join(', ');

function pictureTask(label: string, handlers: string, origin: string): string {
  return [label, handlers && `of ${handlers}`, origin && `by ${origin}`].filter(Boolean).join(' ');
}

function pictureItem({ kind, item }: SeenReport, label: (id: string) => string): string {
  const next = (item.next ?? []).map(({ taskId }) => label(taskId ?? '')).toSorted();
  return pictureReport(
    kind ?? '',
    label(item.previousTaskId),
    item.status,
    next,
    item.handler,
    item.handleStatus ?? '',
  );
}

function pictureReport(
  kind: string,
  previous: string,
  status: string,
  next: readonly string[],
  account: string,
  button: string,
): string {
  return [kind && `${kind}:`, previous, status, next.join('+'), `(${account}${button && `, ${button}`})`]
    .filter(Boolean)
    .join(' ');
}

/** Reports about different tasks are in no order of their own; but an end comes last. */
function orderReports(reports: readonly string[]): string[] {
  const isEnd = (text: string) => / end \(/.test(text);
  const last = reports.at(-1);
  if (last === undefined || !isEnd(last)) return reports.some(isEnd) ? [...reports] : reports.toSorted();
  return [...reports.slice(0, -1).toSorted(), last];
}
