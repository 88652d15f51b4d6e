import type { Report } from '../protocol/report.ts';

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
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'unconfirmed'; readonly reason: string }
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
