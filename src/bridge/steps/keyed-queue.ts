/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export interface KeyedQueue {
  /** Resolves or rejects as the task does; a failed task does not stop later ones. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  readonly size: number;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(task);
      const tail = result
        .catch(() => {})
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return result;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
    get size() {
      return tails.size;
    },
  };
}
