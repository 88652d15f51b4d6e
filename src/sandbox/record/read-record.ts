import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { isObject } from '../check-fields.ts';
import { parseJson } from '../read-json-body.ts';
import type { TrafficEntry } from '../traffic.ts';

/** A call as it stands in a record. */
export interface RecordedCall extends TrafficEntry {
  /** The sandbox that wrote it: another one with every start. Absent: it never stood in a file. */
  readonly run?: string;
}

/**
 * Reads the file that the option `record` had written: every call that has ended, in the order in which they had their
 * effects. A last line that was torn off, as by a full disk, is passed over.
 * @throws {InputError} `ERR_INPUT_INVALID`: a line is no call; its number is in the message
 * @throws {Error} of the file system: the file cannot be read
 */
export async function readRecord(path: string): Promise<RecordedCall[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const call = parseJson(line);
    if (isCall(call)) return [call];
    if (index === lines.length - 1) return [];
    throw new InputError('ERR_INPUT_INVALID', `line ${index + 1} of the record is no call: take it out of the file`);
  });
}

function isCall(value: unknown): value is RecordedCall {
  return (
    isObject(value) &&
    ['seq', 'at', 'endedAt', 'ended'].every((field) => typeof value[field] === 'number') &&
    ['direction', 'call', 'method', 'path'].every((field) => typeof value[field] === 'string') &&
    isObject(value.headers)
  );
}
