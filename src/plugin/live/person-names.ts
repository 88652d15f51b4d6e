import type { Identity } from '../../host.ts';
import { within } from './within.ts';

/** How long the directory of the host may take: people wait for it. */
const DIRECTORY_TIMEOUT_MS = 2_000;

/**
 * Finds the name that others are shown for an account. Undefined: the host tells no names. Null: it has none for this
 * account, or did not say it in time, which is no reason to keep a press waiting.
 */
export type NameOf = (account: string) => Promise<string | null | undefined>;

export function createNameOf(identity: Identity | 'trust-center'): NameOf {
  return async (account) => {
    if (identity === 'trust-center' || identity.nameOf === undefined) return undefined;
    try {
      const name: unknown = await within(DIRECTORY_TIMEOUT_MS, Promise.resolve(identity.nameOf(account)));
      return typeof name === 'string' && name.trim() !== '' ? name : null;
    } catch {
      return null;
    }
  };
}
