import type { BulkOutcome } from '../../../bridge/bulk/operate-several.ts';
import { EXIT_CODES, UsageError } from '../../command.ts';
import { fit, plural } from '../print/layout.ts';
import type { Call } from './action.ts';
import { refuseWithoutYes } from './confirm.ts';

export interface RowsOperation {
  /** The word for one row. */
  readonly what: 'report' | 'message' | 'job';
  /** Whether options choose several. */
  readonly isBulk: boolean;
  /** How several are chosen, for whoever chose neither. */
  readonly choices: string;
  /** Does it to one row, prints the outcome, and returns the exit code. */
  readonly one: (id: string) => Promise<number | undefined>;
  /** Does it to all that the options choose, or only counts them. */
  readonly all: (options: { readonly dryRun: boolean; readonly by: string }) => Promise<BulkOutcome>;
  /** Before the number, such as `parked`. */
  readonly state: string;
  /** After the number, such as `sent again`. */
  readonly done: string;
}

/** Operates on the row that the command line names, or on all that its options choose, after their number. */
export async function operateRows(call: Call, operation: RowsOperation): Promise<number | undefined> {
  const { what, isBulk, choices, one, all, state, done } = operation;
  const { by } = call;
  const [id] = call.args;
  if (isBulk === (id !== undefined)) throw new UsageError(`Name one ${what}, or choose several with ${choices}.`);
  if (id !== undefined) return one(id);
  const { count: found } = await all({ dryRun: true, by });
  const refused = found === 0 ? undefined : refuseWithoutYes(call, `${plural(found, `${state} ${what}`)}.`, found);
  if (refused !== undefined) return refused;
  const outcome = await all({ dryRun: false, by });
  const { count, failed } = outcome;
  call.print({ ...outcome, failed: failed.map(({ reason }) => reason) }, [
    `${plural(count, what)} ${done}.`,
    ...failed.map(({ reason }) => fit(reason)),
  ]);
  return failed.length === 0 ? undefined : EXIT_CODES.failed;
}
