import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { InputError, StoreError } from '../../errors.ts';
import type { TrafficEntry } from '../http/traffic.ts';

/** A file of JSON lines that records calls. */
export interface RecordFile {
  /**
   * Writes one line; it has been handed to the operating system when this returns. When the write fails, the line waits
   * in memory, and the process emits a warning once, with the code `SANDBOX_RECORD_BEHIND`.
   */
  append(entry: TrafficEntry): void;
  /** @throws {StoreError} `ERR_STORE_UNAVAILABLE`: the last lines could not be written; the file is closed anyway */
  close(): void;
}

/**
 * Appends one JSON line for each call that has ended, in the order in which the calls took effect. A line is a single
 * write that starts after the previous one is complete, so that a killed process leaves only complete lines, except
 * possibly the last. An incomplete line is ended with a line break before the next one. While the disk is full, lines
 * wait in memory and are written, complete and in order, with the first call for which there is space.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file cannot be written
 */
export function createRecordFile(path: string): RecordFile {
  const file = open(path);
  const run = randomUUID();
  /** Lines that are not, or not completely, in the file. */
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
      // A call that is aborted when the sandbox closes ends after the file was closed.
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
        const message = `record: the last ${waiting.length} calls could not be written to ${path} (${codeOf(error)}) and are lost; free disk space before the next run`;
        throw new StoreError('ERR_STORE_UNAVAILABLE', message, { cause: error });
      } finally {
        closeSync(file);
      }
    },
  };
}

function warnOfWaiting(path: string, error: unknown): void {
  const message = `the record ${path} could not be written (${codeOf(error)}): calls continue and wait in memory; free disk space before the sandbox ends`;
  process.emitWarning(message, { code: 'SANDBOX_RECORD_BEHIND' });
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
