import { z } from 'zod';
import { InputError } from '../../errors.ts';

const DeployOptionsSchema = z.strictObject({
  /**
   * Whether what the diagram leaves open is refused: each warning with `guess`, which names what was taken for granted,
   * becomes an error. Default: false.
   */
  strict: z.boolean().default(false),
});
/** How strictly a diagram is judged. */
export type DeployOptions = z.input<typeof DeployOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readDeployOptions(options: DeployOptions): z.output<typeof DeployOptionsSchema> {
  const parsed = DeployOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `deploy was given\n${z.prettifyError(parsed.error)}`);
}
