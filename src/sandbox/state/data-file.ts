import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StoreError } from '../../errors.ts';
import { parseJson } from '../http/read-json-body.ts';
import { isObject } from '../tasks/check-fields.ts';
import type { Snapshot } from './memory.ts';

/** Distinguishes the file of a sandbox from other JSON files. */
const FORMAT = 'bpmn-transaction-bridge sandbox';

const VERSION = 1;

/**
 * The state that `writeDataFile` stored; undefined when there is no file.
 * @throws {StoreError} `ERR_STORE_NEWER`: a newer version wrote it; `ERR_STORE_INVALID`: it is not the data file of a
 * sandbox; `ERR_STORE_UNAVAILABLE`: it cannot be read
 */
export function readDataFile(path: string): Snapshot | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const content = parseJson(text);
  if (!isObject(content) || content.format !== FORMAT) {
    throw new StoreError('ERR_STORE_INVALID', `${path} is not the data file of a sandbox: choose another file`);
  }
  if (content.version !== VERSION) {
    const message = `a newer version of the sandbox wrote ${path}: update the package or use another file`;
    throw new StoreError('ERR_STORE_NEWER', message);
  }
  return content.state as Snapshot;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unavailable(path, 'read', error);
  }
}

/**
 * Replaces the file as a whole: a process that is killed meanwhile leaves the previous one. It is not flushed to the
 * disk: a power cut may lose it.
 * @throws {StoreError} `ERR_STORE_UNAVAILABLE`: the previous file is unchanged
 */
export function writeDataFile(path: string, state: Snapshot): void {
  const next = `${path}.tmp`;
  try {
    // For its owner alone: it holds signed addresses, with which buttons can be pressed.
    writeFileSync(next, JSON.stringify({ format: FORMAT, version: VERSION, state }), { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    throw unavailable(path, 'written', error);
  }
}

function unavailable(path: string, done: string, error: unknown): StoreError {
  return new StoreError('ERR_STORE_UNAVAILABLE', `${path} cannot be ${done} (${codeOf(error)})`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
