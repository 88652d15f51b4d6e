import * as z from 'zod';
import { InputError } from '../../../errors.ts';
import { account } from '../../../protocol/account.ts';

const opinions = z.string().optional();

/** A list with at least one entry; duplicates are removed. */
function severalOf(one: typeof account) {
  return z
    .array(one)
    .min(1)
    .transform((all) => [...new Set(all)]);
}

const TransferOptionsSchema = z.strictObject({
  /** The person who transfers the task; must be one of its handlers. */
  from: account,
  /** The person who gets the task. */
  to: account,
  /** Opinion of the person who transfers the task; part of the report. */
  opinions,
});
/** Options of `transfer`. */
export type TransferOptions = z.input<typeof TransferOptionsSchema>;

const CirculateOptionsSchema = z.strictObject({
  /** The person who circulates the task; must be one of its handlers. */
  from: account,
  /** The people who are informed. */
  to: z.array(account).min(1),
  /** Opinion that is passed on to them. */
  opinions,
});
/** Options of `circulate`. */
export type CirculateOptions = z.input<typeof CirculateOptionsSchema>;

const ReassignOptionsSchema = z
  .strictObject({
    /** The new handlers of the task. */
    handlers: severalOf(account).optional(),
    /** Or groups whose members may handle the task. Pass exactly one of the two. */
    handlingGroup: severalOf(account).optional(),
    /** The reason, for the record and for the center's history. */
    reason: z.string().optional(),
  })
  .refine(({ handlers, handlingGroup }) => (handlers === undefined) !== (handlingGroup === undefined), {
    path: ['handlers'],
    error: 'give one of handlers and handlingGroup',
  });
/** Options of `reassign`. */
export type ReassignOptions = z.input<typeof ReassignOptionsSchema>;

export const OperationOptionsSchema = z.strictObject({
  /**
   * The person who acts; needs the same right as for the center's button. If left out, the host acts itself, for an
   * operator whose rights the host has checked.
   */
  account: account.optional(),
  /** The reason; stored with the tasks, and sent to the center with the report. */
  opinions,
  /** Who does it, for the history, where an operator and not a person of the process does: a name. */
  by: z.string().trim().min(1).max(100).optional(),
});
/** Options of operations on a whole instance. */
export type OperationOptions = z.input<typeof OperationOptionsSchema>;

const VariablesOptionsSchema = z
  .strictObject({
    /** The call activity, to set the variables of its called process, if that has its own. */
    callId: z.string().min(1).optional(),
  })
  .default({});
/** Options of `setVariables`. */
export type VariablesOptions = z.input<typeof VariablesOptionsSchema>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readTransferOptions = reader(TransferOptionsSchema, 'transfer');
export const readCirculateOptions = reader(CirculateOptionsSchema, 'circulate');
export const readReassignOptions = reader(ReassignOptionsSchema, 'reassign');
export const readVariablesOptions = reader(VariablesOptionsSchema, 'setVariables');

/** Creates a function that validates the options of a method. */
export function reader<Schema extends z.ZodType>(schema: Schema, call: string) {
  return (id: string | number, given: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new InputError('ERR_INPUT_INVALID', `${call}(${id}) was given\n${z.prettifyError(parsed.error)}`);
  };
}
