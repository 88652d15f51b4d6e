import type { ExpectedReport } from './expected-reports.ts';
import { INSTANCE_ID, type Seen, type SeenReport } from './subject.ts';
import type { OracleWait } from './token-game.ts';

/** What is compared, as lines of text. A part that a subject does not tell is undefined. */
export interface Picture {
  /** Open tasks, with who handles them and who caused them. */
  readonly open: string | undefined;
  readonly jobs: string | undefined;
  readonly reports: readonly string[] | undefined;
  readonly ended: string;
  readonly wakeAt: string | undefined;
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
  /** Who handled a task, by its label. */
  readonly handlings: ReadonlyMap<string, Handling>;
}

/** The oracle's side, with only as much as the subject tells. */
export function pictureExpected(expected: Expected, seen: Seen): Picture {
  const { waits, reports, ended, wakeAt, handlings } = expected;
  const [tellsHandlers, tellsOrigin] = [seen.open[0]?.handlers !== undefined, seen.open[0]?.origin !== undefined];
  const tasks = waits.filter(({ kind }) => kind === 'task');
  const jobs = waits.filter(({ kind }) => kind === 'job').map(({ nodeId }) => nodeId);
  return {
    open: lines(
      tasks.map(({ label, signer, origin }) =>
        pictureTask(
          label,
          tellsHandlers ? signer : '',
          tellsOrigin || seen.open.length === 0 ? (origin ?? 'start') : '',
        ),
      ),
    ),
    jobs: seen.jobs && lines(jobs),
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
    wakeAt: seen.wakeAt === undefined ? undefined : `${wakeAt}`,
  };
}

/** @param labels of the oracle, by the subject's task ids */
export function pictureSeen(seen: Seen, labels: ReadonlyMap<string, string>): Picture {
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
    jobs: seen.jobs && lines(seen.jobs),
    reports: seen.reports && orderReports(seen.reports.map((report) => pictureItem(report, label))),
    ended: `${seen.ended}`,
    wakeAt: seen.wakeAt === undefined ? undefined : `${seen.wakeAt}`,
  };
}

/** What differs, as expected against got; undefined when nothing does. */
export function findDifference(expected: Picture, got: Picture): string | undefined {
  const parts = ['ended', 'open', 'jobs', 'reports', 'wakeAt'] as const;
  const differing = parts.filter((part) => String(expected[part]) !== String(got[part]));
  if (differing.length === 0) return undefined;
  return differing
    .map((part) => `${part}\n  expected: ${show(expected[part])}\n  got:      ${show(got[part])}`)
    .join('\n');
}

const show = (value: string | readonly string[] | undefined): string =>
  Array.isArray(value) ? value.join('\n            ') || '(nothing)' : String(value) || '(nothing)';

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

/** Reports about different tasks that continue are in no order of their own; what was handled comes first, an end last. */
function orderReports(reports: readonly string[]): string[] {
  const rank = (text: string) =>
    / end \(/.test(text) ? 2 : /^(continuation|start-continuation|bootstrap):/.test(text) ? 1 : 0;
  return reports.toSorted((a, b) => (rank(a) === 1 && rank(b) === 1 ? (a < b ? -1 : 1) : 0));
}
