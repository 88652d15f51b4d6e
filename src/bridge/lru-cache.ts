/** Keeps the values that were used last. */
export interface LruCache<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  /** Drops the least recently used value where there is one too many. */
  set(key: string, value: Value): void;
  /** Drops this value; another one under its key stays. */
  drop(key: string, value: Value): void;
}

/** @param most values at a time */
export function createLruCache<Value>(most: number): LruCache<Value> {
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
