import { Client } from 'pg';
import { cutConnection, leaveServer } from './leave-server.ts';

const CHANNEL = 'bpmn_transaction_bridge';

/** So often at most; what is committed in between is told of together. */
const GAP_MS = 50;

const RECONNECT_MS = 5_000;

const CONNECT_MS = 10_000;
/** A hint that is not answered by then went into a dead connection, through which none comes either. */
const ANSWER_MS = 10_000;

export interface Hints {
  /** Begins to listen. The listener is called when another node may have committed what is due. */
  readonly listen: (listener: () => void) => void;
  /** Tells the other nodes, soon. */
  readonly send: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Tells nodes of each other's commits over a connection of its own, by LISTEN and NOTIFY. A hint may be lost, and none
 * comes through a pooler, which would give our LISTEN to somebody else: polling is the truth. A NOTIFY is not part of
 * the transaction that it tells of, since the server lets only one that has any commit at a time.
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
      // Of what happened while nobody listened.
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

  /** One after the other: where the server does not answer they must not pile up. */
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

/** A pooler greets with a number of its own, the server with that of its process. */
function isPooled(client: Client, process: number): boolean {
  return 'processID' in client && client.processID !== process;
}
