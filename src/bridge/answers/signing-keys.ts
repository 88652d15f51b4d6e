import { InputError } from '../../errors.ts';
import type { Log } from '../../logger.ts';
import type { SigningKeyCount, Store } from '../../store/store.ts';

/**
 * Counts the tasks whose buttons each key has signed: first the keys of the options, in their order, then keys that are no
 * longer in the options.
 */
export async function countKeysInUse(store: Store, keyIds: readonly string[]): Promise<SigningKeyCount[]> {
  const counts = await store.countSigningKeys();
  const listed = keyIds.map(
    (keyId) => counts.find((count) => count.keyId === keyId) ?? { keyId, openTasks: 0, handledTasks: 0 },
  );
  return [...listed, ...counts.filter(({ keyId }) => !keyIds.includes(keyId))];
}

/**
 * Checks that the options contain all keys that have signed buttons in the center. A missing key of open tasks is an error,
 * because nobody could handle them; a missing key of handled tasks is only a warning.
 * @throws {InputError} `ERR_SIGNING_KEY_MISSING`: `details.missing` lists the keys and how many open tasks need each
 */
export async function refuseMissingKeys(store: Store, keyIds: readonly string[], log: Log): Promise<void> {
  const counts = await store.countSigningKeys();
  const missing = counts.filter(({ keyId }) => !keyIds.includes(keyId));
  const needed = missing.filter(({ openTasks }) => openTasks > 0).map(({ keyId, openTasks }) => ({ keyId, openTasks }));
  if (needed.length > 0) {
    const list = needed.map(({ keyId, openTasks }) => `"${keyId}" (${openTasks} open)`).join(', ');
    throw new InputError(
      'ERR_SIGNING_KEY_MISSING',
      `buttons of open tasks are signed with keys that callback.signingKeys lacks: ${list}; add them again after the first key until no open task needs them`,
      { details: { missing: needed } },
    );
  }
  for (const { keyId, handledTasks } of missing) log('key.missing', { keyId, handledTasks });
}
