import { z } from 'zod';
import { account, reader } from '../operations/operation-options.ts';

const RetryReportOptionsSchema = z.strictObject({
  /** Accounts, by the id of a task that the report creates, in the place of the accounts or groups it was meant for. */
  handlers: z
    .record(z.string(), z.array(account).min(1))
    .transform((byTask) => new Map(Object.entries(byTask).map(([id, accounts]) => [id, [...new Set(accounts)]])))
    .optional(),
  /** The account that the report names as the one who handled the task, or started the process. */
  handler: account.optional(),
});
/** What an operator corrects before a parked report goes out again. */
export type RetryReportOptions = z.input<typeof RetryReportOptionsSchema>;
export type ReportCorrection = z.output<typeof RetryReportOptionsSchema>;

const SkipReportOptionsSchema = z.strictObject({
  /** For the record. */
  reason: z.string().min(1),
});
/** Why an operator gives a report up. */
export type SkipReportOptions = z.input<typeof SkipReportOptionsSchema>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readRetryReportOptions = reader(RetryReportOptionsSchema, 'outbox.retry');
export const readSkipReportOptions = reader(SkipReportOptionsSchema, 'outbox.skip');
