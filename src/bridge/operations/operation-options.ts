import { z } from 'zod';
import { InputError } from '../../errors.ts';

// The center separates accounts by commas, so one that holds any could not be told apart from two.
export const account = z
  .string()
  .min(1)
  .refine((text) => !text.includes(',') && text.trim() === text, {
    error: 'must be one name, without a comma and without spaces around it',
  });
const opinions = z.string().optional();

/** At least one, each once. */
function severalOf(one: typeof account) {
  return z
    .array(one)
    .min(1)
    .transform((all) => [...new Set(all)]);
}

const TransferOptionsSchema = z.strictObject({
  /** Who gives the task away: a handler of it. */
  from: account,
  /** Who has it next. */
  to: account,
  /** Of who gives it away: goes with the report. */
  opinions,
});
/** Who gives a task to whom. */
export type TransferOptions = z.input<typeof TransferOptionsSchema>;

const CirculateOptionsSchema = z.strictObject({
  /** Who lets others know: a handler of the task. */
  from: account,
  /** Whom. */
  to: z.array(account).min(1),
  /** What they are told with it. */
  opinions,
});
/** Who tells whom of a task. */
export type CirculateOptions = z.input<typeof CirculateOptionsSchema>;

const ReassignOptionsSchema = z
  .strictObject({
    /** Accounts that may handle it from now on. */
    handlers: severalOf(account).optional(),
    /** Or groups whose members may: exactly one of the two. */
    handlingGroup: severalOf(account).optional(),
    /** For the record and the center's history. */
    reason: z.string().optional(),
  })
  .refine(({ handlers, handlingGroup }) => (handlers === undefined) !== (handlingGroup === undefined), {
    path: ['handlers'],
    error: 'give one of handlers and handlingGroup',
  });
/** In whose hands an operator puts a task. */
export type ReassignOptions = z.input<typeof ReassignOptionsSchema>;

const OperationOptionsSchema = z.strictObject({
  /**
   * Who does it; must have the right that the button of the center needs. Left out: the host itself, for an operator
   * whose rights the host has looked at.
   */
  account: account.optional(),
  /** Why; kept with the tasks and told to the center where it is reported. */
  opinions,
});
/** Who does something to a whole instance, and why. */
export type OperationOptions = z.input<typeof OperationOptionsSchema>;

const VariablesSchema = z.record(z.string(), z.json());

const VariablesOptionsSchema = z
  .strictObject({
    /** The call activity in whose called process they are set, where that has variables of its own. */
    callId: z.string().min(1).optional(),
  })
  .default({});
/** Where variables are set. */
export type VariablesOptions = z.input<typeof VariablesOptionsSchema>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readTransferOptions = reader(TransferOptionsSchema, 'transfer');
export const readCirculateOptions = reader(CirculateOptionsSchema, 'circulate');
export const readReassignOptions = reader(ReassignOptionsSchema, 'reassign');
export const readOperationOptions = reader(OperationOptionsSchema, 'the operation on');
export const readVariables = reader(VariablesSchema, 'setVariables');
export const readVariablesOptions = reader(VariablesOptionsSchema, 'setVariables');

/** Reads what a method was given besides the id of what it is for. */
export function reader<Schema extends z.ZodType>(schema: Schema, call: string) {
  return (id: string | number, given: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new InputError('ERR_INPUT_INVALID', `${call}(${id}) was given\n${z.prettifyError(parsed.error)}`);
  };
}
