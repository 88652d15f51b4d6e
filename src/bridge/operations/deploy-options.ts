import * as z from 'zod';
import { reader, type ShapeOf } from '../../read-options.ts';

/** Options of `deploy`. */
export interface DeployOptions {
  /**
   * Whether guesses are refused: each warning with `guess`, about something that the diagram leaves open, becomes an error.
   * Default: false.
   */
  readonly strict?: boolean;
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export const readDeployOptions = reader(
  z.strictObject({ strict: z.boolean().default(false) } satisfies ShapeOf<DeployOptions>),
  'deploy',
);
