import { Client } from 'pg';
import { cutConnection, leaveServer } from './leave-server.ts';

const CHANNEL = 'bpmn_transaction_bridge';

/** Minimum time between two hints; commits in between share one. */
const GAP_MS = 50;

const RECONNECT_MS = 5_000;

const CONNECT_MS = 10_000;
/** If a hint is not answered by then, the connection is dead and receives no hints either. */
const ANSWER_MS = 10_000;

export interface Hints {
  /** Starts to listen. The listener is called when another bridge may have committed work that is due. */
  readonly listen: (listener: () => void) => void;
  /** Sends a hint to the other bridges, with a short delay. */
  readonly send: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Notifies bridges of each other's commits by LISTEN and NOTIFY on a separate connection. A hint may be lost, and hints do not
 * work through a pooler, which would give our LISTEN to another client, so polling is still needed. NOTIFY is sent after the
 * commit, because the server serializes the commits of transactions that contain a NOTIFY.
 */
export function createHints(url: string, { answerMs = ANSWER_MS, reconnectMs = RECONNECT_MS } = {}): Hints {
  let listener: (() => void) | undefined;
  let client: Client | undefined;
  let opening: Client | undefined;
  let isSending = false;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = 0;
  let isWanted = false;
  let isStopped = false;
  let connecting: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: url,
      application_name: 'bpmn-transaction-bridge',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: answerMs,
    });
    opening = next;
    next.on('error', () => undefined);
    next.on('notification', ({ processId }) => {
      if (processId !== ownProcess) listener?.();
    });
    let ownProcess = 0;
    try {
      await next.connect();
      const { rows } = await next.query<{ own: number }>('select pg_backend_pid() as own');
      ownProcess = rows[0]?.own ?? 0;
      if (isStopped || isPooled(next, ownProcess)) return await leaveServer(next);
      await next.query(`listen ${CHANNEL}`);
      next.once('end', () => {
        client = undefined;
        connectLater();
      });
      client = next;
      // Work may have been committed before the connection listened.
      listener?.();
    } catch {
      await leaveServer(next);
      connectLater();
    } finally {
      opening = undefined;
    }
  }

  function connectNow(): void {
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
  }

  function connectLater(): void {
    if (isStopped) return;
    setTimeout(() => {
      if (!isStopped) connectNow();
    }, reconnectMs).unref();
  }

  async function sendNow(): Promise<void> {
    timer = undefined;
    isWanted = false;
    isSending = true;
    const told = client;
    try {
      await told?.query(`notify ${CHANNEL}`);
    } catch {
      if (told !== undefined) cutConnection(told);
    }
    lastSentAt = performance.now();
    isSending = false;
    if (isWanted) sendSoon();
  }

  /** Serialized, so that hints do not pile up while the server does not answer. */
  function sendSoon(): void {
    if (isSending || isStopped || timer !== undefined) return;
    timer = setTimeout(() => void sendNow(), Math.max(0, lastSentAt + GAP_MS - performance.now()));
  }

  return {
    listen(onHint) {
      listener = onHint;
      if (client === undefined) connectNow();
    },
    send() {
      if (client === undefined) return;
      isWanted = true;
      sendSoon();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (opening !== undefined) cutConnection(opening);
      await connecting;
      if (client !== undefined) await leaveServer(client);
    },
  };
}

/** The server reports the id of its process when a client connects; a pooler reports another number. */
function isPooled(client: Client, process: number): boolean {
  return 'processID' in client && client.processID !== process;
}
