import { BridgeError } from '../errors.ts';

/** What an operator may read of an error: the words of somebody else's could quote what it choked on. */
export function nameOfError(error: unknown): string {
  return error instanceof BridgeError ? `${error.code}: ${error.message}` : String((error as Error | null)?.name);
}
