import { evictOldest } from '../lru-cache.ts';

/** Reports that are remembered at a time. */
const MOST = 1_000;

/**
 * Tells a report that the center fails on from a center that fails: a call with it alone has failed before, and others were
 * answered since. The state is that of this process, as that of the circuit.
 */
export interface LoneFailures {
  /** @returns whether it is the report alone that the center fails on; `again`: this was found before */
  failed(seqs: readonly number[]): { readonly isLone: boolean; readonly isAgain: boolean };
  answered(seqs: readonly number[]): void;
}

export function createLoneFailures(): LoneFailures {
  const suspects = new Map<number, 'failed' | 'others answered' | 'lone'>();
  return {
    failed([seq, ...others]) {
      if (seq === undefined || others.length > 0) return { isLone: false, isAgain: false };
      const before = suspects.get(seq);
      const isLone = before === 'lone' || before === 'others answered';
      suspects.delete(seq);
      suspects.set(seq, isLone ? 'lone' : 'failed');
      evictOldest(suspects, MOST);
      return { isLone, isAgain: before === 'lone' };
    },
    answered(seqs) {
      for (const seq of seqs) suspects.delete(seq);
      for (const [seq, state] of suspects) if (state === 'failed') suspects.set(seq, 'others answered');
    },
  };
}
