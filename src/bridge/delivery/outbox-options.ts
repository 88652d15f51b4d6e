import * as z from 'zod';
import { account, reader } from '../../plugin/apply/operations/operation-options.ts';

const RetryReportOptionsSchema = z.strictObject({
  /** New handlers by the id of a task that the report creates; they replace its accounts or groups. */
  handlers: z
    .record(z.string(), z.array(account).min(1))
    .transform((byTask) => new Map(Object.entries(byTask).map(([id, accounts]) => [id, [...new Set(accounts)]])))
    .optional(),
  /** The account that the report names as the handler of the task, or as the initiator of the process. */
  handler: account.optional(),
});
/** Options of `outbox.retry`. */
export type RetryReportOptions = z.input<typeof RetryReportOptionsSchema>;
export type ReportCorrection = z.output<typeof RetryReportOptionsSchema>;

const SkipReportOptionsSchema = z.strictObject({
  /** The reason, for the record. */
  reason: z.string().min(1),
});
/** Options of `outbox.skip`. */
export type SkipReportOptions = z.input<typeof SkipReportOptionsSchema>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readRetryReportOptions = reader(RetryReportOptionsSchema, 'outbox.retry');
export const readSkipReportOptions = reader(SkipReportOptionsSchema, 'outbox.skip');
