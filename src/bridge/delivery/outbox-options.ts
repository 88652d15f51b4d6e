import * as z from 'zod';
import { reader } from '../../plugin/apply/operations/operation-options.ts';
import { account } from '../../protocol/account.ts';

/** Who does it, for the history: the name of a person or a program. */
export const by = z.string().trim().min(1).max(100).optional();

const RetryReportOptionsSchema = z.strictObject({
  /** New handlers by the id of a task that the report creates; they replace its accounts or groups. */
  handlers: z
    .record(z.string(), z.array(account).min(1))
    .transform((byTask) => new Map(Object.entries(byTask).map(([id, accounts]) => [id, [...new Set(accounts)]])))
    .optional(),
  /** The account that the report names as the handler of the task, or as the initiator of the process. */
  handler: account.optional(),
  /** Who does it, for the history. */
  by,
});
/** Options of `outbox.retry`. */
export type RetryReportOptions = z.input<typeof RetryReportOptionsSchema>;
export type ReportCorrection = z.output<typeof RetryReportOptionsSchema>;

const SkipReportOptionsSchema = z.strictObject({
  /** The reason, for the record. */
  reason: z.string().trim().min(1),
  /** Who does it, for the history. */
  by,
});
/** Options of `outbox.skip`. */
export type SkipReportOptions = z.input<typeof SkipReportOptionsSchema>;

const AcknowledgeReportOptionsSchema = z.strictObject({
  /** What was found in the center, for the record. */
  reason: z.string().trim().min(1),
  /** Who does it, for the history. */
  by,
});
/** Options of `outbox.acknowledge`. */
export type AcknowledgeReportOptions = z.input<typeof AcknowledgeReportOptionsSchema>;

const SendNowOptionsSchema = z.strictObject({
  /** One report. Default: all. */
  seq: z.int().optional(),
  /** Who does it, for the history. */
  by,
});
/** Options of `outbox.now`. */
export type SendNowOptions = z.input<typeof SendNowOptionsSchema>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readRetryReportOptions = reader(RetryReportOptionsSchema, 'outbox.retry');
export const readSkipReportOptions = reader(SkipReportOptionsSchema, 'outbox.skip');
export const readAcknowledgeReportOptions = reader(AcknowledgeReportOptionsSchema, 'outbox.acknowledge');
export const readSendNowOptions = reader(SendNowOptionsSchema, 'outbox.now');
