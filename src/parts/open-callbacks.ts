import type { Addresses, AddressOptions, Callbacks, CallbacksOptions } from './callbacks.ts';

/**
 * Opens the callbacks of the center with the checks of a bridge: signature, size, cipher, parameters, id token, in the
 * order of `src/callback/README.md`. It stores nothing: whether a press is a repeat, `press` decides.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every problem with its path; no message has a secret
 */
export async function openCallbacks(options: CallbacksOptions): Promise<Callbacks> {
  const { createCallbacks } = await import('./create-callbacks.ts');
  return createCallbacks(options);
}

/**
 * Opens only the signing and reading of addresses.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every problem with its path; no message has a secret
 */
export async function openAddresses(options: AddressOptions): Promise<Addresses> {
  const { createAddresses } = await import('./create-callbacks.ts');
  return createAddresses(options);
}
