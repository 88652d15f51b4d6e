import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { by } from '../delivery/outbox-options.ts';

const text = z.string().min(1).optional();

/** Each filter narrows the choice; without one, all are chosen. */
const IncidentChoiceSchema = z.strictObject({
  /** Only those with this error code. */
  code: text,
  /** Only those of this instance. */
  instanceId: text,
  /** Only those of this process. */
  processId: text,
});
/** Which open incidents `incidents.retryAll` chooses; default: all that can be retried. */
export type IncidentChoice = z.input<typeof IncidentChoiceSchema>;

const DeliveryChoiceSchema = z.strictObject({
  /** Only those of this instance. */
  instanceId: text,
  /** Only those of this process. */
  processId: text,
  /** Only those with this in their reason, which has what the center answered; character by character. */
  reason: text,
  /** Only those stored at this time or later, in epoch milliseconds. */
  createdFrom: z.int().optional(),
  /** Only those stored before this time, in epoch milliseconds. */
  createdBefore: z.int().optional(),
});
/** Which parked reports or messages are chosen; default: all. */
export type DeliveryChoice = z.input<typeof DeliveryChoiceSchema>;

const SkipChoiceSchema = DeliveryChoiceSchema.extend({
  /** `parked`, or `pending`: those that wait for their next attempt or behind others. Default: `parked`. */
  state: z.enum(['parked', 'pending']).default('parked'),
});
/** Which reports or messages are skipped; default: all that are parked. */
export type SkipChoice = z.input<typeof SkipChoiceSchema>;

const JobChoiceSchema = z.strictObject({
  /** `failed`: after the last attempt; `queued`: those that wait for their next one. Default: `failed`. */
  state: z.enum(['failed', 'queued']).default('failed'),
  /** Only those of this instance. */
  instanceId: text,
  /** Only those that call this service, or send this message or signal. */
  service: text,
});
/** Which jobs `jobs.retryAll` chooses. */
export type JobChoice = z.input<typeof JobChoiceSchema>;

const RetryJobOptionsSchema = z.strictObject({
  /** Who does it, for the history. */
  by,
});
/** Options of `jobs.retry`. */
export type RetryJobOptions = z.input<typeof RetryJobOptionsSchema>;

const BulkOptionsSchema = z.strictObject({
  /** Only counts them; nothing is changed. Default: false. */
  dryRun: z.boolean().default(false),
  /** Who does it, for the history. */
  by,
});
/** Options of operations on several rows. */
export type BulkOptions = z.input<typeof BulkOptionsSchema>;

const BulkSkipOptionsSchema = BulkOptionsSchema.extend({
  /** The reason, for the record. */
  reason: z.string().trim().min(1),
});
/** Options of operations that skip several rows. */
export type BulkSkipOptions = z.input<typeof BulkSkipOptionsSchema>;

/** A choice or options without undefined values. */
type Given<Value> = { readonly [Name in keyof Value]: Exclude<Value[Name], undefined> };

function reader<Schema extends z.ZodType>(schema: Schema) {
  return (method: string, given: unknown): Given<z.output<Schema>> => {
    const parsed = schema.safeParse(given ?? {});
    if (!parsed.success)
      throw new InputError('ERR_INPUT_INVALID', `${method} was given\n${z.prettifyError(parsed.error)}`);
    const known = Object.entries(parsed.data as object).filter(([, value]) => value !== undefined);
    return Object.fromEntries(known) as Given<z.output<Schema>>;
  };
}

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readIncidentChoice = reader(IncidentChoiceSchema);
export const readDeliveryChoice = reader(DeliveryChoiceSchema);
export const readSkipChoice = reader(SkipChoiceSchema);
export const readJobChoice = reader(JobChoiceSchema);
export const readRetryJobOptions = reader(RetryJobOptionsSchema);
export const readBulkOptions = reader(BulkOptionsSchema);
export const readBulkSkipOptions = reader(BulkSkipOptionsSchema);
