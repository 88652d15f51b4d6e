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
      evictOldest(entries, maxSize);
    },
    delete(key, value) {
      if (entries.get(key) === value) entries.delete(key);
    },
  };
}

/** Deletes the entry that was set first, if there are more than so many. */
export function evictOldest<Key>(entries: Map<Key, unknown>, maxSize: number): void {
  const [oldest] = entries.keys();
  if (entries.size > maxSize && oldest !== undefined) entries.delete(oldest);
}
