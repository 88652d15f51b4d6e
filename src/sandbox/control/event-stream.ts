import type { ServerResponse } from 'node:http';
import { CHANGE_TOPICS, type ChangeFeed, type ChangeTopic } from './change-feed.ts';

/** The data of an event `changed`. */
export interface ChangedEvent {
  readonly what: readonly ChangeTopic[];
}

/** So that a connection that broke silently is noticed, by both sides. */
const HEARTBEAT_MS = 15_000;

/** A message whose time comes is sent without anything that happens; so often it is looked whether one was. */
const LOOK_EVERY_MS = 500;

/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000;

/**
 * Sends server-sent events (HTML, 9.2): `changed` with all topics at once, since a page that connects again has missed
 * what happened meanwhile, and then with what changed. A page that does not read is told of it all when it reads again.
 * @param countSent how many messages have been sent by now
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
