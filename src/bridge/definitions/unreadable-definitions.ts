import { BridgeError, InputError, StoreError } from '../../errors.ts';
import type { Definitions } from './definitions.ts';

/** Definitions that could not be read or compiled when they were last needed. */
export interface UnreadableDefinitions {
  /** Tries them again, and says which still cannot be read, with the code of the error. */
  check(): Promise<ReadonlyMap<string, string>>;
}

/** More are not remembered; each step that needs one of them opens an incident anyway. */
const MAX_REMEMBERED = 100;

/** @returns the same definitions, which remember those that fail */
export function watchDefinitions<Watched extends Pick<Definitions, 'load'>>(
  definitions: Watched,
): { readonly watched: Watched; readonly unreadable: UnreadableDefinitions } {
  const failing = new Map<string, string>();

  async function load(definitionId: string): ReturnType<Definitions['load']> {
    try {
      const loaded = await definitions.load(definitionId);
      failing.delete(definitionId);
      return loaded;
    } catch (error) {
      // While the database cannot be used, nothing is known of it; one that is deleted is needed by nobody.
      if (error instanceof InputError) failing.delete(definitionId);
      else if (!isOfTheDatabase(error) && failing.size < MAX_REMEMBERED) failing.set(definitionId, codeOf(error));
      throw error;
    }
  }

  return {
    watched: { ...definitions, load },
    unreadable: {
      async check() {
        await Promise.allSettled([...failing.keys()].map(load));
        return failing;
      },
    },
  };
}

function isOfTheDatabase(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'ERR_STORE_INVALID';
}

function codeOf(error: unknown): string {
  return error instanceof BridgeError ? error.code : 'ERR_UNEXPECTED';
}
