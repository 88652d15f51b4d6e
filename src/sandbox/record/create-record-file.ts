import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { InputError, StoreError } from '../../errors.ts';
import type { TrafficEntry } from '../http/traffic.ts';

/** Where the calls are kept as JSON lines. */
export interface RecordFile {
  /**
   * Writes one line; it is with the operating system when this returns, unless that takes no more: then the line waits,
   * and the process is warned once, with the code `SANDBOX_RECORD_BEHIND`.
   */
  append(entry: TrafficEntry): void;
  /** @throws {StoreError} `ERR_STORE_UNAVAILABLE`: the last lines could not be written; the file is closed all the same */
  close(): void;
}

/**
 * Appends to a file of JSON lines, one for each call that has ended, in the order in which they had their effects. A
 * line is one write, begun when the one before it is through, so that a process that is killed leaves whole lines but
 * for at most the last: the system may break off a write of several pages. A line that was torn is ended before the next.
 * While the disk is full, lines wait in memory and go in, whole and in order, with the first call that finds room.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file cannot be written
 */
export function createRecordFile(path: string): RecordFile {
  const file = open(path);
  const run = randomUUID();
  /** Lines that are not in the file, or of the first not all. */
  const waiting: Buffer[] = [];
  let endOfTorn = isTorn(file) ? '\n' : '';
  let isBehind = false;
  let isOpen = true;

  function writeAll(): void {
    for (let line = waiting[0]; line !== undefined; line = waiting[0]) {
      const rest = line.subarray(writeSync(file, line));
      if (rest.length > 0) waiting[0] = rest;
      else waiting.shift();
    }
    isBehind = false;
  }

  return {
    append(entry) {
      // A call that a closing center cuts off ends after the file does.
      if (!isOpen) return;
      waiting.push(Buffer.from(`${endOfTorn}${JSON.stringify({ run, ...entry })}\n`));
      endOfTorn = '';
      try {
        writeAll();
      } catch (error) {
        if (!isBehind) warnOfWaiting(path, error);
        isBehind = true;
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        if (isBehind) writeAll();
      } catch (error) {
        const message = `record: the last ${waiting.length} calls are not in ${path}, which could not be written (${codeOf(error)}); make room, and run it again`;
        throw new StoreError('ERR_STORE_UNAVAILABLE', message, { cause: error });
      } finally {
        closeSync(file);
      }
    },
  };
}

function warnOfWaiting(path: string, error: unknown): void {
  const message = `the record ${path} could not be written (${codeOf(error)}): calls go on and wait in memory for it; make room before the sandbox ends`;
  process.emitWarning(message, { code: 'SANDBOX_RECORD_BEHIND' });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'an error';
}

function open(path: string): number {
  try {
    return openSync(path, 'a+');
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
