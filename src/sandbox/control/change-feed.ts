/** What can change in the center. `tasks` includes lists, transactions and task-status requests. */
export const CHANGE_TOPICS = ['tasks', 'messages', 'traffic', 'faults', 'clock'] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** Announces that something changed, without the new value: listeners fetch again. */
export interface ChangeFeed {
  note(topic: ChangeTopic): void;
  /** @returns a function that unsubscribes */
  listen(listener: (topics: readonly ChangeTopic[]) => void): () => void;
}

export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<(topics: readonly ChangeTopic[]) => void>();
  let noted = new Set<ChangeTopic>();

  function tell(): void {
    const topics = CHANGE_TOPICS.filter((topic) => noted.has(topic));
    noted = new Set();
    for (const listener of [...listeners]) listener(topics);
  }

  function note(topic: ChangeTopic): void {
    if (listeners.size === 0) return;
    // One report changes many things: listeners are called once, when all changes are made.
    if (noted.size === 0) setImmediate(tell);
    noted.add(topic);
  }

  return {
    note,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
