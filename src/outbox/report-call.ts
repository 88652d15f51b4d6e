import type { Report } from '../protocol/report.ts';
import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import type { NamedId } from './outcome-table.ts';

/** A report in one call of the center, and what earlier calls have shown. Store the fields beside the report. */
export interface ReportAttempt {
  /** The report, as the step composed it. */
  readonly report: Report;
  /** Whether an earlier call may have delivered it: "already handled" then means delivered. Default: false. */
  readonly repeat?: boolean;
  /** The ids that the latest answer refused; the other parts were accepted. Default: none. */
  readonly refusedIds?: readonly string[];
  /** Whether it must be sent in a call of its own. Default: false. */
  readonly alone?: boolean;
  /** The ids that were given before your database was restored from a backup: the center may know more of them. Default: none. */
  readonly restoredIds?: readonly string[];
}

/**
 * What to do with a report after a call.
 * - `delivered`: the center has it
 * - `unconfirmed`: the center may not have it, and sending it again would not show more. List it for an operator, and go on
 *   with the next report of the instance
 * - `park`: an operator is needed. The later reports of the instance wait; `repeat` and `refusedIds` belong to the next call
 * - `retry`: send it again, with `repeat`, `refusedIds` and `alone` in the next call; `because` says when
 */
export type ReportJudgement =
  | {
      readonly outcome: 'delivered';
      /** The system task that the report was to create, if the center refused it: tell the plugin (`forgoSystemTasks`). */
      readonly refusedTaskId?: string;
      /** What the center answered about that task. */
      readonly reason?: string;
    }
  | {
      readonly outcome: 'unconfirmed';
      readonly reason: string;
      /**
       * The tasks that it may have created. The center has created one if it calls one of its buttons or asks for its state:
       * once that is so of each, the report was delivered. Empty: only a person can find out, in the center.
       */
      readonly unprovenIds: readonly string[];
    }
  | ({ readonly outcome: 'park'; readonly reason: string } & NextAttempt)
  | ({
      readonly outcome: 'retry';
      readonly reason: string;
      /** Whether it must be sent in a call of its own. */
      readonly alone: boolean;
      /**
       * - `call-failed`: the center did not answer as it should. Wait, longer after each failure, and never give up
       * - `refused`: the center refused this report, perhaps only for now. Wait, and park it after some attempts
       * - `unclear`: the answer does not say which of several reports it means. Send it at once, alone
       */
      readonly because: 'call-failed' | 'refused' | 'unclear';
      /** From the header Retry-After, in milliseconds; only after a failed call. */
      readonly retryAfterMs?: number;
    } & NextAttempt);

/** What the next call must know, as in {@link ReportAttempt}. */
export interface NextAttempt {
  /** Whether a call may have delivered the report. */
  readonly repeat: boolean;
  /** The ids that the latest answer refused. */
  readonly refusedIds: readonly string[];
}

/**
 * Distributes reports over calls. Reports share a call, except those that must be sent alone. No id occurs twice in one
 * call, because an answer names only ids (an instance may have been started from a task of another one). Reports that
 * share an id keep their order.
 */
export function composeCalls<Attempt extends ReportAttempt>(rows: readonly Attempt[]): Attempt[][] {
  const calls: { rows: Attempt[]; ids: Set<string>; isOpen: boolean }[] = [];
  for (const row of rows) {
    const ids = [...idsOf(row.report.item).keys()];
    const sharing = calls.findLastIndex((call) => ids.some((id) => call.ids.has(id)));
    const call = calls.find(({ isOpen }, index) => isOpen && index > sharing && !row.alone);
    if (call === undefined) {
      calls.push({ rows: [row], ids: new Set(ids), isOpen: !row.alone });
    } else {
      call.rows.push(row);
      for (const id of ids) call.ids.add(id);
    }
  }
  return calls.map((call) => call.rows);
}

/** The ids that an answer may name this item by, and what each is to it. */
export function idsOf(item: TaskHandlingItem): ReadonlyMap<string, NamedId> {
  const created = item.status === 'next' ? (item.next ?? []) : [];
  const ids = new Map<string, NamedId>();
  for (const { taskId } of created) if (taskId !== undefined) ids.set(taskId, 'next');
  // Last, so that an id that is both is read as the task that is handled: its codes are the ones the spec lists.
  ids.set(item.previousTaskId, 'previous');
  return ids;
}
