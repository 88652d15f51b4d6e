import * as z from 'zod';
import { BridgeError, StoreError } from '../../errors.ts';
import {
  choiceOf,
  isAmongSeveral,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '../../operations/operations.ts';
import { type Reader, reader } from '../../read-options.ts';
import { type Lists, shapeOf } from './lists.ts';
import type { RunOperation } from './operate.ts';

/** What became of several rows. Each was changed by itself: after a crash, some may be, and the call can be repeated. */
export interface BulkOutcome {
  /** False: they were only counted. */
  readonly isDone: boolean;
  /** Number of those that were changed, or would be. */
  readonly count: number;
  /** Those that were not changed, such as because somebody else was faster. */
  readonly failed: readonly BulkFailure[];
}

/** A row that an operation on several did not change. */
export interface BulkFailure {
  /** Its id, or the seq of a report. */
  readonly id: string;
  /** One of the error codes. */
  readonly code: string;
  /** Why it was not changed. */
  readonly reason: string;
}

/** What became of a part of the rows. */
export interface BulkPart extends BulkOutcome {
  /** Rows that the filter leaves and that the operation cannot be done to. */
  readonly left: number;
  /** The row after which the next part begins; null: this was the last. */
  readonly next: string | number | null;
}

export interface Chosen {
  /** The filter that chooses the rows, by the fields of `choiceOf`. */
  readonly choice?: unknown;
  /** Of the operation. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Only counts them. */
  readonly dryRun: boolean;
}

/** Rows that are in memory together. */
const PART = 100;

const READERS = Object.fromEntries(
  OPERATION_NAMES.map((name) => [name, reader(z.strictObject(shapeOf(choiceOf(name))), `${name}All`)]),
) as Readonly<Record<OperationName, Reader<z.ZodType<Readonly<Record<string, unknown>>>>>>;

/**
 * Does the same to a part of the rows that a filter leaves, one after the other; one that fails does not stop the others.
 * @throws {InputError} `ERR_INPUT_INVALID`: the filter has other fields than the operation chooses by
 * @throws {StoreError} the database failed; the rows before are changed
 */
export async function operatePart(
  { lists, run }: { readonly lists: Lists; readonly run: RunOperation },
  name: OperationName,
  { choice = {}, options, dryRun, after }: Chosen & { readonly after?: string | number | undefined },
): Promise<BulkPart> {
  const { on, several }: Operation = OPERATIONS[name];
  const list = lists[on] as { list(filter: unknown): Promise<object[]>; idOf(row: object): string | number };
  const chosen = READERS[name](choice);
  const page = { limit: PART, ...(after !== undefined && { after }) };
  const rows = await list.list({ ...several, ...chosen, ...page });
  const ids = rows.filter((row) => isAmongSeveral(name, row, chosen)).map((row) => String(list.idOf(row)));
  const last = rows.at(-1);
  const rest = { left: rows.length - ids.length, next: rows.length < PART || !last ? null : list.idOf(last) };
  if (dryRun) return { isDone: false, count: ids.length, failed: [], ...rest };
  const failed: BulkFailure[] = [];
  for (const id of ids) {
    await run(name, id, options).catch((error: unknown) => {
      // A row that is being sent, or that somebody else holds, stops no other; any other failure of the database does.
      const isOfTheRow =
        error instanceof BridgeError &&
        (!(error instanceof StoreError) || error.code === 'ERR_BUSY' || error.details.isRowBusy === true);
      if (!isOfTheRow) throw error;
      failed.push({ id, code: error.code, reason: error.message });
    });
  }
  return { isDone: true, count: ids.length - failed.length, failed, ...rest };
}

/** Does the same to all rows that a filter leaves, part by part; see {@link operatePart}. */
export async function operateAll(
  parts: Parameters<typeof operatePart>[0],
  name: OperationName,
  chosen: Chosen,
): Promise<BulkPart> {
  let all: BulkPart = { isDone: !chosen.dryRun, count: 0, failed: [], left: 0, next: null };
  let after: string | number | undefined;
  do {
    const part = await operatePart(parts, name, { ...chosen, after });
    const { isDone, count, failed, left } = part;
    all = { isDone, count: all.count + count, failed: [...all.failed, ...failed], left: all.left + left, next: null };
    after = part.next ?? undefined;
  } while (after !== undefined);
  return all;
}
