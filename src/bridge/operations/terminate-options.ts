import * as z from 'zod';
import { OperationOptionsSchema, reader } from '../../plugin/apply/operations/operation-options.ts';

const TerminateOptionsSchema = OperationOptionsSchema.extend({
  /**
   * Ends the instance by its stored rows, without the engine and the diagram; messages of the diagram are not sent. For one
   * whose step hangs or ends the process. Without it, that is done only if the step fails. Default: false.
   */
  force: z.boolean().optional(),
});
/** Options of `terminate`. */
export type TerminateOptions = z.input<typeof TerminateOptionsSchema>;
export const readTerminateOptions = reader(TerminateOptionsSchema, 'terminate');

/** What a job of kind `terminate` was requested with. */
export const TerminationInput = z.object({
  force: z.boolean(),
  by: z.string(),
  reason: z.string().nullable(),
});
export type TerminationInput = z.output<typeof TerminationInput>;
