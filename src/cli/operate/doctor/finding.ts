import { BridgeError } from '../../../errors.ts';

/** One thing that was checked. */
export interface Finding {
  readonly check: 'configuration' | 'database' | 'restore' | 'definitions' | 'clock' | 'center' | 'callback';
  /** `skipped`: a setting that it needs is not given. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly says: string;
  /** What to do; null: nothing. */
  readonly remedy: string | null;
}

export type Found = Omit<Finding, 'check'>;

export const fine = (says: string): Found => ({ state: 'ok', says, remedy: null });
export const warn = (says: string, remedy: string): Found => ({ state: 'warning', says, remedy });
export const fail = (says: string, remedy: string): Found => ({ state: 'failed', says, remedy });
export const skip = (says: string, remedy: string): Found => ({ state: 'skipped', says, remedy });

/** What an error says to an operator: never what a server sent. */
export function describe(error: unknown): string {
  if (error instanceof BridgeError) return `${error.code}: ${error.message}`;
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  if (typeof cause?.code === 'string') return `the connection failed (${cause.code})`;
  const { name } = error as { readonly name?: unknown };
  return name === 'TimeoutError' ? 'no answer in time' : `it failed with ${String(name)}`;
}
