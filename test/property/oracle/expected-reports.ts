/** The table of design 5, "Reports", as one function over what a step did. Tasks are named by the oracle's labels. */
import type { HandlingStatus, ReportKind } from '../../../src/index.ts';

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
}

export interface Gone {
  readonly task: string;
  /** One of its handlers: each is told of; absent: who stands in for the group. */
  readonly account?: string;
  readonly cause: string | null;
}

export const EMPTY_BOOK: ReportBook = { held: [], startReported: false, lastHandled: null, signed: [], gone: [] };

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
  readonly now: number;
  readonly holdMs: number;
}

/** @returns the reports in their order, an `end` last, and the book after the step */
export function expectReports(before: ReportBook, facts: StepFacts): { reports: ExpectedReport[]; book: ReportBook } {
  const { handled, ended, jobOrigins, now, holdMs } = facts;
  const signed = [...new Set([...before.signed, ...facts.signed])];
  const kindOf = (task: string): ReportKind => (before.signed.includes(task) ? 'continuation' : 'handled');
  const notYetReported = [...before.held, ...handled.map((task) => ({ task, since: now }))];
  const lastHandled = handled.at(-1) ?? before.lastHandled;
  // The start's later tasks hang on the task handled last; what the center was not told of yet is told once, with them.
  const isNotYetReported = notYetReported.some(({ task }) => task === lastHandled);
  const causeOf = (origin: string | null) => (origin === null && isNotYetReported ? lastHandled : origin);
  const causedBy = (origin: string | null) =>
    facts.created
      .filter((task) => causeOf(task.origin) === origin)
      .map(({ label }) => label)
      .toSorted();

  // The task the end came from; the center takes an end for no other task than one it was not told of yet.
  const ender = ended && (notYetReported.find(({ task }) => task === ended.origin) ?? notYetReported.at(-1))?.task;
  const held: { task: string; since: number }[] = [];
  const reports = facts.signed.map(
    (task): ExpectedReport => ({ kind: kindOf(task), previous: task, status: 'none', next: [] }),
  );
  for (const { task, since } of notYetReported) {
    const next = causedBy(task);
    if (next.length > 0) reports.push({ kind: kindOf(task), previous: task, status: 'next', next });
    else if (task === ender) continue;
    else if (jobOrigins.includes(task) && now < since + holdMs) held.push({ task, since });
    else reports.push({ kind: kindOf(task), previous: task, status: 'none', next });
  }

  let { startReported } = before;
  const told = new Set<string | null>(notYetReported.map(({ task }) => task));
  for (const origin of new Set(facts.created.map((task) => causeOf(task.origin)))) {
    if (told.has(origin)) continue;
    const previous = origin ?? lastHandled;
    const kind = previous !== null ? 'continuation' : startReported ? 'start-continuation' : 'bootstrap';
    startReported ||= previous === null;
    reports.push({ kind, previous: previous ?? 'start', status: 'next', next: causedBy(origin) });
  }

  // First what made them vanish; they themselves are told of as handled by nobody.
  const gone = [...before.gone, ...facts.gone];
  const isLater = ({ cause }: Gone) => held.some(({ task }) => task === cause);
  for (const { task, account } of gone.filter((each) => !isLater(each))) {
    const whose = account === undefined ? {} : { account };
    reports.push({ kind: 'gone', previous: task, status: 'none', next: [], ...whose });
  }

  if (ender !== undefined) reports.push({ kind: kindOf(ender), previous: ender, status: 'end', next: [] });
  else if (ended) {
    const previous = ended.origin ?? lastHandled;
    if (previous !== null) reports.push({ kind: 'continuation', previous, status: 'end', next: [] });
    else if (startReported) reports.push({ kind: 'start-continuation', previous: 'start', status: 'end', next: [] });
  }

  return { reports, book: { held, startReported, lastHandled, signed, gone: gone.filter(isLater) } };
}

/** When held reports must go out; null: none is held. */
export function wakeAtOf({ held }: ReportBook, holdMs: number): number | null {
  return held.length === 0 ? null : Math.min(...held.map(({ since }) => since + holdMs));
}
