import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { by } from '../delivery/outbox-options.ts';

const text = z.string().min(1);

const MigrateOptionsSchema = z
  .strictObject({
    /** The definition that the instances run from now on; it must be deployed. */
    to: text,
    /** The instances. */
    instanceIds: z.array(text).min(1).max(1_000).optional(),
    /** Instead of `instanceIds`: all open instances of this definition, in the order in which they were started. */
    from: text.optional(),
    /**
     * The nodes of `to` that tokens come to, by the nodes where they are. Default: the node of the same id. Give only nodes
     * that have another id in `to`, or whose tokens shall go on elsewhere.
     */
    nodes: z.record(z.string(), text).default({}),
    /** Computes everything and stores nothing. Default: false. */
    dryRun: z.boolean().default(false),
    /** With `from`: at most so many instances in this call. Default: 100. */
    limit: z.int().positive().max(1_000).default(100),
    /** With `from`: only instances after this one, to continue an earlier call (`next`). */
    after: text.optional(),
    /** Who does it, for the history. */
    by,
  })
  .refine(({ instanceIds, from }) => (instanceIds === undefined) !== (from === undefined), {
    error: 'either instanceIds or from is required',
  });
/** Options of `instances.migrate`. */
export type MigrateOptions = z.input<typeof MigrateOptionsSchema>;
/** The options with their defaults. */
export type ReadMigration = z.output<typeof MigrateOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readMigrateOptions(options: MigrateOptions): ReadMigration {
  const parsed = MigrateOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `instances.migrate was given\n${z.prettifyError(parsed.error)}`);
}
