import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { parseJson } from '../http/read-json-body.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import { isObject } from '../tasks/check-fields.ts';

/** A call in a record. */
export interface RecordedCall extends TrafficEntry {
  /** Names the sandbox that wrote it, with another value after every start. Absent when it was not read from a file. */
  readonly run?: string;
}

/** Options of `readRecord`. */
export interface ReadRecordOptions {
  /**
   * Called with a sentence for each line that is incomplete. Default: emits a warning of the process with the code
   * `SANDBOX_RECORD_CUT`.
   */
  readonly onCut?: (message: string) => void;
}

/**
 * Reads the file that the option `record` wrote: every call that has ended, in the order in which they took effect.
 * A run that was killed, or whose disk was full, may end with an incomplete line: it is left out, `onCut` is called,
 * and the runs after it are read.
 * @throws {InputError} `ERR_INPUT_INVALID`: another line is not a call; the message contains its number
 * @throws {Error} of the file system: the file cannot be read
 */
export async function readRecord(path: string, options: ReadRecordOptions = {}): Promise<RecordedCall[]> {
  const { onCut = warnOfCut } = options;
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => ({ line, call: readCall(line) }));
  const known = new Set<string | undefined>();
  return lines.flatMap(({ line, call }, index) => {
    if (call !== undefined) {
      known.add(call.run);
      return [call];
    }
    if (line === '') return [];
    const after = lines[index + 1];
    // Followed by nothing or by the next start of a sandbox: its own run ended here.
    const endsRun = after === undefined || after.line === '' || (after.call && !known.has(after.call.run));
    if (!endsRun) {
      throw new InputError(
        'ERR_INPUT_INVALID',
        `line ${index + 1} of the record is not a call: remove it from the file`,
      );
    }
    onCut(`line ${index + 1} of the record ${path} is incomplete, as after a kill: its call is left out`);
    return [];
  });
}

function warnOfCut(message: string): void {
  process.emitWarning(message, { code: 'SANDBOX_RECORD_CUT' });
}

function readCall(line: string): RecordedCall | undefined {
  const json = parseJson(line);
  return isCall(json) ? json : undefined;
}

function isCall(value: unknown): value is RecordedCall {
  return (
    isObject(value) &&
    ['seq', 'at', 'endedAt', 'ended'].every((field) => typeof value[field] === 'number') &&
    ['direction', 'call', 'method', 'path'].every((field) => typeof value[field] === 'string') &&
    isObject(value.headers)
  );
}
