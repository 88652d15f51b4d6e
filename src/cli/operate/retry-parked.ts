import { InputError } from '../../errors.ts';
import { EXIT_CODES, UsageError } from '../command.ts';
import type { Call } from './action.ts';
import { refuseWithoutYes } from './confirm.ts';
import { fit, plural } from './layout.ts';

export interface ParkedRows {
  /** The word for one row. */
  readonly what: 'report' | 'message';
  /** Whether options choose several. */
  readonly isBulk: boolean;
  /** The ids of all parked rows that the options choose. */
  readonly list: () => Promise<readonly string[]>;
  readonly retry: (id: string) => Promise<unknown>;
}

/** Retries the row that the command line names, or all that its options choose. */
export async function retryParked(call: Call, { what, isBulk, list, retry }: ParkedRows): Promise<number | undefined> {
  const [id] = call.args;
  if (isBulk === (id !== undefined))
    throw new UsageError(`Name one ${what}, or choose several with --all or --instance.`);
  if (id !== undefined) {
    call.print(await retry(id), [`The ${what} ${id} is sent again.`]);
    return undefined;
  }
  const ids = await list();
  const said = `${plural(ids.length, `parked ${what}`)}.`;
  const refused = ids.length === 0 ? undefined : refuseWithoutYes(call, said, ids.length);
  if (refused !== undefined) return refused;
  const failed: string[] = [];
  for (const each of ids) {
    await retry(each).catch((error: unknown) => {
      // Changed in the meantime, or it cannot be read: the others go on.
      if (!(error instanceof InputError)) throw error;
      failed.push(error.message);
    });
  }
  const count = ids.length - failed.length;
  call.print({ isDone: true, count, failed }, [
    `${plural(count, what)} sent again.`,
    ...failed.map((line) => fit(line)),
  ]);
  return failed.length === 0 ? undefined : EXIT_CODES.failed;
}
