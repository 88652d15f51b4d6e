import * as z from 'zod';
import { reader } from '../../plugin/apply/operations/operation-options.ts';
import { by } from '../delivery/outbox-options.ts';

const UndeployOptionsSchema = z.strictObject({
  /** Who does it, for the history. */
  by,
});
/** Options of `definitions.undeploy`. */
export type UndeployOptions = z.input<typeof UndeployOptionsSchema>;

export const readUndeployOptions = reader(UndeployOptionsSchema.default({}), 'definitions.undeploy');
