/** What of the center may look different now. `tasks` are the lists, transactions and questions about states too. */
export const CHANGE_TOPICS = ['tasks', 'messages', 'traffic', 'faults', 'clock'] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** Says that something changed, never what it is now: who hears it looks again. */
export interface ChangeFeed {
  note(topic: ChangeTopic): void;
  /** @returns ends it */
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
    // One report changes many things: it is told once, when all of it is done.
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
