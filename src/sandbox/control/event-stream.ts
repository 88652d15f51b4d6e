import type { ServerResponse } from 'node:http';
import { CHANGE_TOPICS, type ChangeFeed, type ChangeTopic } from './change-feed.ts';

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
export function openEventStream(feed: ChangeFeed, countSent: () => number, response: ServerResponse): void {
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
