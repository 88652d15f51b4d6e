import * as z from 'zod';
import { InputError } from '../../../errors.ts';
import { JsonObject } from '../../../protocol/json-object.ts';

const text = z.string().min(1);

const PressOptionsSchema = z.strictObject({
  /** The person who presses; must be a handler of the task. */
  account: text,
  /** Key of the button, as in its address. Default: the button that `nextNodeKey` names, or the only one. */
  action: text.optional(),
  /** The person's opinion; becomes a variable of the process and part of the report. */
  opinions: z.string().optional(),
  /** The button's `nextNodeKey`: the id of what follows it. */
  nextNodeKey: text.optional(),
  /** Time of the press, in epoch milliseconds. Default: now. */
  time: z.int().nonnegative().optional(),
  /** Variables to set before the task is completed. Plain JSON, with the limits of those of `start`. */
  variables: JsonObject.optional(),
});
/** Options of `press`. */
export type PressOptions = z.input<typeof PressOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readPressOptions(taskId: string, options: PressOptions): z.output<typeof PressOptionsSchema> {
  const parsed = PressOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `press(${taskId}) was given\n${z.prettifyError(parsed.error)}`);
}
