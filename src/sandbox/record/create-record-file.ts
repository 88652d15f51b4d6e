import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { InputError } from '../../errors.ts';
import type { TrafficEntry } from '../http/traffic.ts';

/** A file of JSON lines that records calls. */
export interface RecordFile {
  /** Writes one line; it has been handed to the operating system when this returns. */
  append(entry: TrafficEntry): void;
  close(): void;
}

/**
 * Appends one JSON line for each call that has ended, in the order in which the calls took effect. A killed process
 * leaves only complete lines, except possibly the last, which the next run ends with a line break. If the file cannot be
 * written, the process emits one warning with the code `SANDBOX_RECORD_ENDED`, and later calls are not recorded.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file cannot be written
 */
export function createRecordFile(path: string): RecordFile {
  let file: number | undefined = open(path);
  const run = randomUUID();
  let endOfTorn = isTorn(file) ? '\n' : '';

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  return {
    append(entry) {
      // A call that is aborted when the sandbox closes ends after the file was closed.
      if (file === undefined) return;
      try {
        writeAll(file, Buffer.from(`${endOfTorn}${JSON.stringify({ run, ...entry })}\n`));
        endOfTorn = '';
      } catch (error) {
        close();
        const message = `the record ${path} could not be written (${codeOf(error)}): this call and later ones are not in it`;
        process.emitWarning(message, { code: 'SANDBOX_RECORD_ENDED' });
      }
    },
    close,
  };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'an error';
}

function open(path: string): number {
  try {
    // For its owner alone: it holds signed addresses, with which buttons can be pressed.
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    const message = `record: the file cannot be opened for writing (${codeOf(error)}); give a path in a folder that exists`;
    throw new InputError('ERR_CONFIG_INVALID', message, { cause: error });
  }
}

function isTorn(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}
