/** A cache of the most recently used values. */
export interface LruCache<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  /** Evicts the least recently used value if the cache is full. */
  set(key: string, value: Value): void;
  /** Deletes this value; another value under the same key is kept. */
  delete(key: string, value: Value): void;
}

export function createLruCache<Value>(maxSize: number): LruCache<Value> {
  // A Map iterates in insertion order.
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.keys().next().value;
      if (entries.size > maxSize && oldest !== undefined) entries.delete(oldest);
    },
    delete(key, value) {
      if (entries.get(key) === value) entries.delete(key);
    },
  };
}
