import { InputError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { SigningKeyCount, Store } from '../store/port.ts';

/**
 * How many tasks have buttons that a key signed, for every key of the options, in their order, and then for those that
 * are gone.
 */
export async function countKeysInUse(store: Store, keyIds: readonly string[]): Promise<SigningKeyCount[]> {
  const counts = await store.countSigningKeys();
  const listed = keyIds.map(
    (keyId) => counts.find((count) => count.keyId === keyId) ?? { keyId, openTasks: 0, handledTasks: 0 },
  );
  return [...listed, ...counts.filter(({ keyId }) => !keyIds.includes(keyId))];
}

/**
 * Sees that no key was taken away with which buttons in the center are signed. For open tasks that is refused, since
 * nobody could handle them; of handled ones, whose buttons withdraw or urge, it is said.
 * @throws {InputError} `ERR_SIGNING_KEY_MISSING`: `details.missing` names the keys and how many open tasks need each
 */
export async function refuseMissingKeys(store: Store, keyIds: readonly string[], logger: Logger): Promise<void> {
  const counts = await store.countSigningKeys();
  const missing = counts.filter(({ keyId }) => !keyIds.includes(keyId));
  const needed = missing.filter(({ openTasks }) => openTasks > 0).map(({ keyId, openTasks }) => ({ keyId, openTasks }));
  if (needed.length > 0) {
    const told = needed.map(({ keyId, openTasks }) => `"${keyId}" (${openTasks} open)`).join(', ');
    throw new InputError(
      'ERR_SIGNING_KEY_MISSING',
      `buttons of open tasks are signed with keys that callback.signingKeys lacks: ${told}; put them back behind the first until no open task needs them`,
      { details: { missing: needed } },
    );
  }
  for (const { keyId, handledTasks } of missing) {
    logger.warn('a signing key is missing: buttons of handled tasks in running instances are answered 401', {
      keyId,
      handledTasks,
    });
  }
}
