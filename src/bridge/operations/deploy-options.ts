import * as z from 'zod';
import { InputError } from '../../errors.ts';

const DeployOptionsSchema = z.strictObject({
  /**
   * Whether guesses are refused: each warning with `guess`, about something that the diagram leaves open, becomes an error.
   * Default: false.
   */
  strict: z.boolean().default(false),
});
/** Options of `deploy`. */
export type DeployOptions = z.input<typeof DeployOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readDeployOptions(options: DeployOptions): z.output<typeof DeployOptionsSchema> {
  const parsed = DeployOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `deploy was given\n${z.prettifyError(parsed.error)}`);
}
