import type { JobOptions } from '../../config/bridge-options.ts';

export type RetryPauses = Required<Pick<JobOptions, 'retryMinMs' | 'retryMaxMs'>>;

/** Milliseconds until the next attempt; they double with every attempt that failed, from 1 on. */
export function retryPauseMs(attempts: number, { retryMinMs, retryMaxMs }: RetryPauses): number {
  return Math.min(retryMinMs * 2 ** (attempts - 1), retryMaxMs);
}
