/** Keeps the values that were asked for last. */
export interface KeptRecently<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  /** Lets go of the value that was used the longest ago, where there is one too many. */
  set(key: string, value: Value): void;
  /** Lets go of this value; another one under its key stays. */
  drop(key: string, value: Value): void;
}

/** @param most values at a time */
export function keepRecently<Value>(most: number): KeptRecently<Value> {
  // A map is in the order in which its keys were set.
  const kept = new Map<string, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      const oldest = kept.keys().next().value;
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    drop(key, value) {
      if (kept.get(key) === value) kept.delete(key);
    },
  };
}
