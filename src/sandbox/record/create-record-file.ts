import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { InputError } from '../../errors.ts';
import type { TrafficEntry } from '../traffic.ts';

/** Where the calls are kept as JSON lines. */
export interface RecordFile {
  /** Writes one line; it is with the operating system when this returns. */
  append(entry: TrafficEntry): void;
  close(): void;
}

/**
 * Appends to a file of JSON lines, one for each call that has ended, in the order in which they had their effects. A
 * line is one write, begun when the one before it is through, so that a process that is killed leaves whole lines but
 * for at most the last: the system may break off a write of several pages. A line that was torn is ended before the next.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file cannot be written
 */
export function createRecordFile(path: string): RecordFile {
  const file = open(path);
  const run = randomUUID();
  let isCut = isTorn(file);
  let isOpen = true;
  return {
    append(entry) {
      // A call that a closing center cuts off ends after the file does.
      if (!isOpen) return;
      const line = Buffer.from(`${isCut ? '\n' : ''}${JSON.stringify({ run, ...entry })}\n`);
      // Until it is through: a disk that fills up takes a part.
      isCut = true;
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
      isCut = false;
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function open(path: string): number {
  try {
    return openSync(path, 'a+');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    const message = `record: the file cannot be opened for writing (${code}); give a path in a folder that exists`;
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
