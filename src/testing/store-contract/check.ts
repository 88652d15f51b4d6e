import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../errors.ts';

/** @throws {StoreError} `ERR_STORE_CONTRACT` with what was expected and what was found */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new StoreError('ERR_STORE_CONTRACT', `${what}: expected ${show(expected)}, found ${show(found)}.`);
}

/** @throws {StoreError} `ERR_STORE_CONTRACT`: the work did not reject */
export async function expectRejection(what: string, work: Promise<unknown>): Promise<void> {
  const rejected = await work.then(
    () => false,
    () => true,
  );
  if (!rejected) throw new StoreError('ERR_STORE_CONTRACT', `${what}: expected a rejection, but it resolved.`);
}

/** Long enough to recognise a value, too short for a page of state. */
const MAX_SHOWN = 300;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}
