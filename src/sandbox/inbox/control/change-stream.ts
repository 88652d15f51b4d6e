import { useEffect, useState } from 'preact/hooks';
import { RETRY_MS } from '../../../page/data/use-fetched.ts';
import type { ChangedEvent, ChangeTopic } from '../../control/event-stream.ts';

/** `lost`: the browser, or this page if the browser gave up, is reconnecting. */
export type Connection = 'connecting' | 'open' | 'lost';

type TopicListener = (topics: readonly ChangeTopic[]) => void;

const topicListeners = new Set<TopicListener>();
const connectionListeners = new Set<(connection: Connection) => void>();
let connection: Connection = 'connecting';
let isStarted = false;

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of connectionListeners) listener(next);
}

function connect(): void {
  const source = new EventSource('/sandbox/events');
  source.addEventListener('open', () => setConnection('open'));
  source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
    const { what } = JSON.parse(data) as ChangedEvent;
    for (const listener of [...topicListeners]) listener(what);
  });
  source.addEventListener('error', () => {
    setConnection('lost');
    // A browser reconnects by itself, except after an answer that is not an event stream, as from a proxy.
    if (source.readyState !== EventSource.CLOSED) return;
    source.close();
    setTimeout(connect, RETRY_MS);
  });
}

/** Calls back with the topics that changed; with all topics after every reconnection. */
export function listenToChanges(listener: TopicListener): () => void {
  topicListeners.add(listener);
  if (!isStarted) {
    isStarted = true;
    connect();
  }
  return () => topicListeners.delete(listener);
}

export function useConnection(): Connection {
  const [seen, setSeen] = useState(connection);
  useEffect(() => {
    setSeen(connection);
    connectionListeners.add(setSeen);
    return () => {
      connectionListeners.delete(setSeen);
    };
  }, []);
  return seen;
}
