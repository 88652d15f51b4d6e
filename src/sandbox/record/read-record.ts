import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { parseJson } from '../http/read-json-body.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import { isObject } from '../tasks/check-fields.ts';

/** A call as it stands in a record. */
export interface RecordedCall extends TrafficEntry {
  /** The sandbox that wrote it: another one with every start. Absent: it never stood in a file. */
  readonly run?: string;
}

/** What is wanted of the reading of a record. */
export interface ReadRecordOptions {
  /**
   * Told, for a person, of each line that ends in the middle. Default: a warning of the process, with the code
   * `SANDBOX_RECORD_CUT`.
   */
  readonly onCut?: (message: string) => void;
}

/**
 * Reads the file that the option `record` had written: every call that has ended, in the order in which they had their
 * effects. A run that was killed, or whose disk was full, may end with a line that is cut off in the middle: it is left
 * out, `onCut` is told, and the runs behind it are read.
 * @throws {InputError} `ERR_INPUT_INVALID`: another line is no call; its number is in the message
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
    // Nothing behind it, or the next start of a sandbox: its own run ended here.
    const endsRun = after === undefined || after.line === '' || (after.call && !known.has(after.call.run));
    if (!endsRun) {
      throw new InputError('ERR_INPUT_INVALID', `line ${index + 1} of the record is no call: take it out of the file`);
    }
    onCut(`line ${index + 1} of the record ${path} ends in the middle, as after a kill: its call is left out`);
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
