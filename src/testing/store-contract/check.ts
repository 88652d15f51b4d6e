import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../errors.ts';
import type { ContractCase, ContractStore } from './contract-store.ts';

/** @throws {StoreError} `ERR_STORE_CONTRACT` with what was expected and what was found */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new StoreError('ERR_STORE_CONTRACT', `${what}: expected ${show(expected)}, found ${show(found)}.`);
}

/**
 * Runs work in a transaction of the service, and has it taken back.
 * @throws {StoreError} `ERR_STORE_CONTRACT`: of the work, or because the transaction did not reject
 */
export async function takeBack<Context>(
  transaction: NonNullable<ContractStore<Context>['transaction']>,
  work: (context: Context) => Promise<void>,
): Promise<void> {
  let failure: Error | undefined;
  const taken = transaction(async (context) => {
    await work(context).catch((error: Error) => {
      failure = error;
    });
    throw new RangeError('the contract takes the transaction back');
  });
  const rejected = await taken.then(
    () => false,
    () => true,
  );
  if (failure !== undefined) throw failure;
  if (!rejected)
    throw new StoreError('ERR_STORE_CONTRACT', 'the transaction: expected a rejection, found that it resolved.');
}

/** What a case judges, with what to mend in the store that breaks it. */
export interface Rule extends ContractCase {
  readonly mend: string;
}

export function withRemedy({ title, run, mend }: Rule): ContractCase {
  return {
    title,
    run: () =>
      run().catch((error: unknown) => {
        const isFound = error instanceof StoreError && error.code === 'ERR_STORE_CONTRACT';
        const found = isFound ? error.message : `a call: expected a result, found that it rejected (${nameOf(error)}).`;
        throw new StoreError('ERR_STORE_CONTRACT', `${found} To mend it: ${mend}`, { cause: error });
      }),
  };
}

/** Its message may quote rows; it is the cause. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Long enough to recognise a value, too short for a page of state. */
const MAX_SHOWN = 300;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}
