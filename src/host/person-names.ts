import type { Identity } from './host.ts';
import { DIRECTORY_TIMEOUT_MS, withTimeout } from './with-timeout.ts';

/**
 * Looks up the display name of an account. undefined: the host provides no names. null: it has none for this account,
 * failed, or did not answer in time; a press does not wait longer for a name.
 */
export type NameOf = (account: string) => Promise<string | null | undefined>;

export function createNameOf(identity: Identity | 'trust-center'): NameOf {
  return async (account) => {
    if (identity === 'trust-center' || identity.nameOf === undefined) return undefined;
    try {
      const name: unknown = await withTimeout(DIRECTORY_TIMEOUT_MS, Promise.resolve(identity.nameOf(account)));
      return typeof name === 'string' && name.trim() !== '' ? name : null;
    } catch {
      return null;
    }
  };
}
