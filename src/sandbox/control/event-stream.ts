import type { ServerResponse } from 'node:http';

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

/** The data of an event `changed`. */
export interface ChangedEvent {
  readonly what: readonly ChangeTopic[];
}

/** Lets both sides notice a broken connection. */
const HEARTBEAT_MS = 15_000;

/** How often to check for scheduled messages that have become due, since no call announces them. */
const LOOK_EVERY_MS = 500;

/** How long a browser waits before it reconnects. */
const RETRY_MS = 1_000;

/**
 * Sends server-sent events (HTML, 9.2): first `changed` with all topics, since a page that reconnects missed events,
 * then `changed` with the topics that changed. A page that reads slowly gets them in one event when it reads again.
 * @param countSent the number of messages sent so far
 */
export function streamEvents(feed: ChangeFeed, countSent: () => number): (response: ServerResponse) => void {
  return (response) => openStream(feed, countSent, response);
}

function openStream(feed: ChangeFeed, countSent: () => number, response: ServerResponse): void {
  let missed = new Set<ChangeTopic>();
  const write = (topics: readonly ChangeTopic[]) => {
    const event: ChangedEvent = { what: topics };
    response.write(`event: changed\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const tell = (topics: readonly ChangeTopic[]) => {
    if (response.writableNeedDrain) for (const topic of topics) missed.add(topic);
    else write(topics);
  };
  response.writeHead(200, {
    'content-type': 'text/event-stream;charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  write(CHANGE_TOPICS);
  const stop = feed.listen(tell);
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': here\n\n');
  }, HEARTBEAT_MS).unref();
  let sent = countSent();
  const look = setInterval(() => {
    const now = countSent();
    if (now !== sent) feed.note('messages');
    sent = now;
  }, LOOK_EVERY_MS).unref();
  response.on('drain', () => {
    const topics = [...missed];
    missed = new Set();
    if (topics.length > 0) write(topics);
  });
  response.on('close', () => {
    stop();
    clearInterval(heartbeat);
    clearInterval(look);
  });
}
