import type { Report } from '../../../src/index.ts';
import {
  type Combination,
  describeCombination,
  EVERY_COMBINATION,
  EVERY_PAIR,
} from '../../bridge/shape-table/story/story-switches.ts';
import { outcomeOf, type ReportOutcome, worstOf } from '../../support/inner/outbox.ts';
import {
  applyReport,
  type CenterState,
  createCenterState,
  isOpen,
  type ReadOptions,
  readOptions,
} from '../../support/inner/sandbox.ts';
import { LANES } from '../draw/graph.ts';
import { MEMBER } from '../subjects/subject.ts';

/** A report, and its item as it comes over the wire. */
type Told = Pick<Report, 'kind' | 'item'> & { readonly raw: unknown };

const APPS = [{ appId: 'app', name: 'App', clientId: 'client', clientSecret: 'secret', scopes: [] }];
const GROUPS = LANES.map((id) => ({ id, name: id, members: [MEMBER] }));
const DIRECTORY = { accounts: [{ account: MEMBER, name: 'Mia' }], groups: GROUPS };
const KINDS = (process.env.SWITCHES === 'all' ? EVERY_COMBINATION : EVERY_PAIR).map((combination) => ({
  combination,
  options: readOptions({ apps: APPS, directory: DIRECTORY, switches: combination, clock: () => 0 }),
}));

/**
 * Sandboxes with every pair of values of the switches that can change what becomes of a report, with `SWITCHES=all` with
 * every combination of them, told the same reports: each must take all of them, have pending what its reading of `none` says, and be concluded once.
 * Nothing goes the other way, since the bridge makes its reports without a look at the center.
 */
export class SandboxCenters {
  readonly #centers = KINDS.map(({ combination, options }) => new SandboxCenter(combination, options));

  /** @returns what is wrong in the first center in which something is */
  take(reports: readonly Pick<Report, 'kind' | 'item'>[], ended: boolean): string | undefined {
    const told = reports.map((report): Told => ({ ...report, raw: JSON.parse(JSON.stringify(report.item)) }));
    for (const center of this.#centers) {
      const fault = center.take(told, ended);
      if (fault !== undefined) return `in a center where ${describeCombination(center.combination)}: ${fault}`;
    }
    return undefined;
  }
}

class SandboxCenter {
  readonly combination: Combination;
  readonly #center: CenterState;
  /** What was said of each task, by whom. */
  readonly #told = new Map<
    string,
    { readonly handlers: readonly string[]; readonly none: Set<string>; isOver: boolean }
  >();
  #starts = 0;
  #conclusions = 0;

  constructor(combination: Combination, options: ReadOptions) {
    this.combination = combination;
    this.#center = createCenterState(options);
  }

  take(reports: readonly Told[], ended: boolean): string | undefined {
    for (const report of reports) {
      const fault = this.#takeOne(report);
      if (fault !== undefined) return fault;
    }
    const tasks = [...this.#center.tasks.values()];
    const open = tasks.filter(isOpen).map(({ taskId }) => taskId);
    const meant = [...this.#told].filter(([taskId]) => this.#isPending(taskId)).map(([taskId]) => taskId);
    if (sorted(open) !== sorted(meant)) return `${sorted(open)} is pending, and not ${sorted(meant)}`;
    return this.#findFaultOfTransactions(ended);
  }

  #takeOne({ kind, item, raw }: Told): string | undefined {
    const { previousTaskId, status, handler, next = [] } = item;
    const previous = this.#told.get(previousTaskId);
    const wasReported = previous !== undefined && (previous.isOver || previous.none.size > 0);
    const isLate = status === 'end' && wasReported && !this.#isPending(previousTaskId);
    const errors = applyReport(this.#center, raw, ['app']);
    const outcomes = errors.map(({ code, taskId }): ReportOutcome => {
      const names = taskId === previousTaskId ? 'previous' : 'next';
      return outcomeOf({ kind, status, names, code, attempt: 'first' });
    });
    // Under the start, which no center knows, nothing can be concluded.
    const isUnknown = status === 'end' && previous === undefined;
    if (worstOf(outcomes) !== (isLate || isUnknown ? 'unconfirmed' : 'delivered')) {
      const answers = errors.map(({ code, message }) => `${code} ${message}`).join('; ');
      return `${kind} ${previousTaskId} ${status} came to ${worstOf(outcomes)}: ${answers}`;
    }
    if (previous === undefined && next.length > 0) this.#starts += 1;
    if (status === 'end' && previous !== undefined && (!isLate || this.combination.endOnHandledTask === 'conclude')) {
      this.#conclusions += 1;
    }
    if (status === 'none') previous?.none.add(handler);
    else if (previous !== undefined) previous.isOver = true;
    for (const { taskId = '', handlers = MEMBER } of next) {
      this.#told.set(taskId, { handlers: handlers.split(','), none: new Set(), isOver: false });
    }
    return undefined;
  }

  #isPending(taskId: string): boolean {
    const told = this.#told.get(taskId);
    if (told === undefined || told.isOver) return false;
    const { noneKeepsPending } = this.combination;
    if (noneKeepsPending === 'for-others') return told.handlers.some((handler) => !told.none.has(handler));
    return noneKeepsPending || told.none.size === 0;
  }

  #findFaultOfTransactions(ended: boolean): string | undefined {
    const transactions = [...this.#center.transactions.values()];
    const isPerReport = this.combination.unknownPreviousTask === 'transaction-per-report';
    const count = isPerReport ? this.#starts : Math.min(1, this.#starts);
    if (transactions.length !== count) return `there are ${transactions.length} transactions, not ${count}`;
    const conclusions = transactions.reduce((sum, transaction) => sum + transaction.conclusions.length, 0);
    if (conclusions !== this.#conclusions || conclusions > (ended ? 1 : 0)) {
      return `it was concluded ${conclusions} times, not ${this.#conclusions}`;
    }
    return undefined;
  }
}

const sorted = (ids: readonly string[]): string => ids.toSorted().join();
