import type { Values } from '../conditions/condition-truth.ts';
import type { ExpectedReport } from '../oracle/expected-reports.ts';
import type { OracleWait } from '../oracle/token-game/game-state.ts';
import { INSTANCE_ID, type Seen, type SeenReport } from '../subjects/subject.ts';

/** What is compared, as lines of text. A part that a subject does not tell is undefined. */
export interface Picture {
  /** Open tasks, with who handles them and who caused them. */
  readonly open: string | undefined;
  readonly jobs: string | undefined;
  readonly reports: readonly string[] | undefined;
  readonly ended: string;
  readonly wakeAt: string | undefined;
  /** Messages that nothing waited for. */
  readonly unmatched: string | undefined;
  /** Variables that scripts have set. */
  readonly computed: string | undefined;
}

export interface Handling {
  readonly account: string;
  /** Shown instead of theirs, where nobody did it. */
  readonly name?: string;
  readonly button: string;
}

export interface Expected {
  readonly waits: readonly OracleWait[];
  readonly reports: readonly ExpectedReport[];
  readonly ended: boolean;
  readonly wakeAt: number | null;
  readonly unmatched: readonly string[];
  /** Variables that scripts have set. */
  readonly computed: Values;
  /** Tasks that are handled, and the center was not told yet. */
  readonly held: readonly string[];
  /** Of the open and the held: those that somebody has signed before. */
  readonly halfSigned: readonly string[];
  /** Tasks that vanished, and the center was not told yet. */
  readonly goneLater: readonly string[];
  readonly systemTask: string | undefined;
  /** Who handled a task, by its label. */
  readonly handlings: ReadonlyMap<string, Handling>;
}

/** The oracle's side, with only as much as the subject tells. */
export function pictureExpected(expected: Expected, seen: Seen): Picture {
  const { waits, reports, ended, wakeAt, unmatched, computed, handlings } = expected;
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
          const handling = handlings.get(report.previous) ?? { account: 'ann', button: '' };
          const { account = handling.account } = report;
          return pictureReport(kind, report.previous, report.status, report.next, { ...handling, account });
        }),
        expected,
      ),
    ended: `${ended}`,
    wakeAt: seen.wakeAt === undefined ? undefined : `${wakeAt && Math.max(wakeAt, seen.alarmSetAt ?? 0)}`,
    unmatched: seen.unmatched && lines(unmatched),
    computed: seen.variables && describeValues(computed, computed),
  };
}

/** @param labels of the oracle, by the subject's ids of tasks and jobs */
export function pictureSeen(
  seen: Seen,
  expected: Pick<Expected, 'computed' | 'reports'>,
  labels: ReadonlyMap<string, string>,
): Picture {
  const { computed } = expected;
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
    reports:
      seen.reports &&
      orderReports(
        seen.reports.map((report) => pictureItem(report, label)),
        expected,
      ),
    ended: `${seen.ended}`,
    wakeAt: seen.wakeAt === undefined ? undefined : `${seen.wakeAt}`,
    unmatched: seen.unmatched && lines(seen.unmatched),
    computed: seen.variables && describeValues(seen.variables, computed),
  };
}

/** What differs, as expected against got; undefined when nothing does. */
export function findDifference(expected: Picture, got: Picture): string | undefined {
  const parts = ['ended', 'open', 'jobs', 'reports', 'wakeAt', 'unmatched', 'computed'] as const;
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

interface PicturedReport {
  readonly previous: string;
  readonly status: string;
  readonly text: string;
}

function pictureItem({ kind, item }: SeenReport, label: (id: string) => string): PicturedReport {
  const next = (item.next ?? []).map(({ taskId }) => label(taskId ?? '')).toSorted();
  const { handler: account, handlerName, handleStatus = '', previousTaskId, status } = item;
  const handling = { account, button: handleStatus, ...(handlerName !== undefined && { name: handlerName }) };
  return pictureReport(kind ?? '', label(previousTaskId), status, next, handling);
}

function pictureReport(
  kind: string,
  previous: string,
  status: string,
  next: readonly string[],
  { account, name, button }: Handling,
): PicturedReport {
  const who = [account, name && `as ${name}`, button].filter(Boolean).join(', ');
  const text = [kind && `${kind}:`, previous, status, next.join('+'), `(${who})`].filter(Boolean).join(' ');
  return { previous, status, text };
}

/**
 * Reports about different tasks are in no order of their own; but those of tasks that are gone come behind the others, in
 * the order of the tasks, and an end comes last.
 */
function orderReports(pictured: readonly PicturedReport[], { reports }: Pick<Expected, 'reports'>): string[] {
  const gone = new Set(reports.flatMap(({ kind, previous }) => (kind === 'gone' ? [previous] : [])));
  const isEnd = ({ status }: PicturedReport) => status === 'end';
  const texts = (some: readonly PicturedReport[]) => some.map(({ text }) => text);
  const before = pictured.slice(0, pictured.length - pictured.slice(-1).filter(isEnd).length);
  const firstGone = before.findIndex(({ previous }) => gone.has(previous));
  const told = firstGone < 0 ? before : before.slice(0, firstGone);
  return [
    ...(told.some(isEnd) ? texts(told) : texts(told).toSorted()),
    ...texts(before.slice(told.length)),
    ...texts(pictured.slice(before.length)),
  ];
}
