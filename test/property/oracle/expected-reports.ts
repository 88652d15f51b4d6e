/** The table of design 5, "Reports", as one function over what a step did. Tasks are named by the oracle's labels. */
import type { HandlingStatus, ReportKind } from '../../../src/index.ts';
import {
  type Holder,
  NO_SYSTEM_TASK,
  openSystemTask,
  reviewSystemTask,
  type SystemBook,
} from './expected-system-task.ts';

export interface ExpectedReport {
  readonly kind: ReportKind;
  /** Label of the handled task, or `start`. */
  readonly previous: string;
  readonly status: HandlingStatus;
  readonly next: readonly string[];
  /** Where it is not the one who handled the task. */
  readonly account?: string;
}

/** What the center was told so far, and what is held back. */
export interface ReportBook {
  readonly held: readonly { readonly task: string; readonly since: number }[];
  readonly startReported: boolean;
  readonly lastHandled: string | null;
  /** Shared tasks that somebody has signed. */
  readonly signed: readonly string[];
  /** Tasks that vanished, while what caused it is held back, in the order in which they are told. */
  readonly gone: readonly Gone[];
  readonly system: SystemBook;
  /** When the system task must move on; null: it need not. */
  readonly systemDueAt: number | null;
  /** Whether a task was ever told. */
  readonly hasTasks: boolean;
}

export interface Gone {
  readonly task: string;
  /** One of its handlers: each is told of; absent: who stands in for the group. */
  readonly account?: string;
  readonly cause: string | null;
}

export const EMPTY_BOOK: ReportBook = {
  ...{ held: [], startReported: false, lastHandled: null, signed: [], gone: [] },
  ...{ system: NO_SYSTEM_TASK, systemDueAt: null, hasTasks: false },
};

export interface StepFacts {
  /** A shared task that one has signed and others have not: a record for the center, and no handling. */
  readonly signed: readonly string[];
  /** In this order: the task that was pressed, then those that an event ended. */
  readonly handled: readonly string[];
  /** Tasks that vanished, in the order of the tasks. */
  readonly gone: readonly Gone[];
  readonly created: readonly { readonly label: string; readonly origin: string | null }[];
  /** Origin of the last token, when the instance ended. */
  readonly ended?: { readonly origin: string | null };
  readonly jobOrigins: readonly (string | null)[];
  /** Nodes that hold a token and are no tasks, in the order in which they got it. */
  readonly holders: readonly Holder[];
  /** Whether a person has an open task after the step. */
  readonly hasOpenTask: boolean;
  /** Whether a person handled or signed a task. */
  readonly aPersonActed: boolean;
  readonly now: number;
  readonly holdMs: number;
}

/** @returns the reports in their order, an `end` last, and the book after the step */
export function expectReports(before: ReportBook, facts: StepFacts): { reports: ExpectedReport[]; book: ReportBook } {
  const { handled, ended, jobOrigins, now, holdMs } = facts;
  const signed = [...new Set([...before.signed, ...facts.signed])];
  const ofSystem = { ...before.system, named: facts.aPersonActed ? [] : before.system.named };
  const review = reviewSystemTask(before.system, {
    ...facts,
    createsTasks: facts.created.length > 0,
    ended: ended !== undefined,
  });
  const closed = review.closes ? before.system.open?.label : undefined;
  const kindOf = (task: string): ReportKind =>
    task === closed ? 'system' : before.signed.includes(task) ? 'continuation' : 'handled';
  const notYetReported = [
    ...before.held,
    ...[...handled, ...(closed === undefined ? [] : [closed])].map((task) => ({ task, since: now })),
  ];
  const lastHandled = handled.at(-1) ?? before.lastHandled;
  // The start's later tasks hang on the task handled last; what the center was not told of yet is told once, with them.
  const isNotYetReported = notYetReported.some(({ task }) => task === lastHandled);
  const isOwn = (origin: string | null) => notYetReported.some(({ task }) => task === origin);
  // While a system task is open, whatever comes next is told with it.
  const causeOf = (origin: string | null) =>
    closed !== undefined && !isOwn(origin) ? closed : origin === null && isNotYetReported ? lastHandled : origin;
  const causedBy = (origin: string | null) =>
    facts.created
      .filter((task) => causeOf(task.origin) === origin)
      .map(({ label }) => label)
      .toSorted();

  // The task the end came from; the center takes an end for no other task than one it was not told of yet.
  const ender =
    ended && (closed ?? (notYetReported.find(({ task }) => task === ended.origin) ?? notYetReported.at(-1))?.task);
  const holder = facts.holders.at(-1);
  const hasTasks = before.hasTasks || facts.created.length > 0;
  const isWanted = hasTasks && !facts.hasOpenTask && !ended && !review.kept;
  const idle = notYetReported.filter(({ task }) => task !== ender && causedBy(task).length === 0);
  const isSoon = (until: number) => isWanted && holder && holder.dueAt !== null && holder.dueAt <= until;
  const held = idle.filter(
    ({ task, since }) =>
      task !== closed && now < since + holdMs && (jobOrigins.includes(task) || isSoon(since + holdMs)),
  );
  const opened = isWanted && holder && held.length === 0 ? openSystemTask(ofSystem, holder) : undefined;
  const gone = [...before.gone, ...facts.gone];
  const isLater = ({ cause }: Gone) => held.some(({ task }) => task === cause);
  const told = gone.filter((each) => !isLater(each));
  // The task that brings the system task: the one whose token it stands for, else the last that is told.
  const bringer = opened && (idle.find(({ task }) => task === holder?.origin) ?? idle.at(-1) ?? told[0]);
  const nextOf = (each: object): Pick<ExpectedReport, 'status' | 'next'> =>
    opened && each === bringer ? { status: 'next', next: [opened.open.label] } : { status: 'none', next: [] };
  const reports = facts.signed.map(
    (task): ExpectedReport => ({ kind: kindOf(task), previous: task, status: 'none', next: [] }),
  );
  for (const each of notYetReported) {
    const { task } = each;
    const next = causedBy(task);
    if (next.length > 0) reports.push({ kind: kindOf(task), previous: task, status: 'next', next });
    else if (task !== ender && !held.includes(each))
      reports.push({ kind: kindOf(task), previous: task, ...nextOf(each) });
  }

  let { startReported } = before;
  for (const origin of new Set(facts.created.map((task) => causeOf(task.origin)))) {
    if (isOwn(origin)) continue;
    const previous = origin ?? lastHandled;
    const kind = previous !== null ? 'continuation' : startReported ? 'start-continuation' : 'bootstrap';
    startReported ||= previous === null;
    reports.push({ kind, previous: previous ?? 'start', status: 'next', next: causedBy(origin) });
  }

  if (opened && !bringer) {
    const previous = holder?.origin ?? lastHandled;
    const kind = previous !== null ? 'continuation' : startReported ? 'start-continuation' : 'bootstrap';
    startReported ||= previous === null;
    reports.push({ kind, previous: previous ?? 'start', status: 'next', next: [opened.open.label] });
  }

  // First what made them vanish; they themselves are told of as handled by nobody. The oldest has the end where no other can.
  const ends = ended && ender === undefined ? told[0] : undefined;
  const whoseOf = ({ account }: Gone) => (account === undefined ? {} : { account });
  for (const each of told)
    if (each.task !== ends?.task)
      reports.push({ kind: 'gone', previous: each.task, ...nextOf(each), ...whoseOf(each) });

  if (ends) reports.push({ kind: 'handled', previous: ends.task, status: 'end', next: [], ...whoseOf(ends) });
  else if (ender !== undefined) reports.push({ kind: kindOf(ender), previous: ender, status: 'end', next: [] });
  else if (ended) {
    const previous = ended.origin ?? lastHandled;
    if (previous !== null) reports.push({ kind: 'continuation', previous, status: 'end', next: [] });
    else if (startReported) reports.push({ kind: 'start-continuation', previous: 'start', status: 'end', next: [] });
  }

  const system = opened ?? { ...ofSystem, open: review.kept };
  return {
    reports,
    book: {
      ...{ held, startReported, lastHandled, signed, gone: gone.filter(isLater) },
      ...{ system, systemDueAt: review.dueAt, hasTasks },
    },
  };
}

/** When held reports must go out; null: none is held. */
export function wakeAtOf({ held, systemDueAt }: ReportBook, holdMs: number): number | null {
  const times = [...held.map(({ since }) => since + holdMs), ...(systemDueAt === null ? [] : [systemDueAt])];
  return times.length === 0 ? null : Math.min(...times);
}
