import { BridgeError, StoreError } from '../../errors.ts';

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

/**
 * Does the same to several rows, one after the other; one that fails does not stop the others.
 * @throws {StoreError} the database failed; the rows before are changed
 */
export async function operateSeveral(
  ids: readonly string[],
  dryRun: boolean,
  operate: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  if (dryRun) return { isDone: false, count: ids.length, failed: [] };
  const failed: BulkFailure[] = [];
  for (const id of ids) {
    await operate(id).catch((error: unknown) => {
      // A row that is being sent at this moment says so with a code; any other failure of the database stops everything.
      const isOfTheRow = error instanceof BridgeError && (!(error instanceof StoreError) || error.code === 'ERR_BUSY');
      if (!isOfTheRow) throw error;
      failed.push({ id, code: error.code, reason: error.message });
    });
  }
  return { isDone: true, count: ids.length - failed.length, failed };
}
