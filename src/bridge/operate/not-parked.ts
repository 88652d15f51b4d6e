import { InputError, StoreError } from '../../errors.ts';

/**
 * Creates the error for a retry or skip that the state of a report or message does not allow.
 * @param details its id and its state
 */
export function notParked(
  what: string,
  details: { readonly state: string; readonly [id: string]: unknown },
  wanted: 'retried' | 'skipped',
): InputError | StoreError {
  const { state } = details;
  if (wanted === 'skipped' && (state === 'pending' || state === 'parked')) {
    const text = `${what} is being sent to the center and may arrive: skip it once the outcome is known.`;
    return new StoreError('ERR_BUSY', text, { details });
  }
  const now = state === 'parked' ? 'was sent again in the meantime and is parked again' : `is ${state}`;
  return new InputError('ERR_NOT_PARKED', `${what} was not ${wanted}: it ${now}.`, { details });
}
