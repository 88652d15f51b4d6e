import { Client } from 'pg';

const CHANNEL = 'bpmn_transaction_bridge';

/** So often at most; what is committed in between is told of together. */
const GAP_MS = 50;

const RECONNECT_MS = 5_000;

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
export function createHints(url: string): Hints {
  let listener: (() => void) | undefined;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = 0;
  let isWanted = false;
  let isStopped = false;
  let connecting: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: 'bpmn-transaction-bridge', keepAlive: true });
    next.on('error', () => undefined);
    next.on('notification', ({ processId }) => {
      if (processId !== ownProcess) listener?.();
    });
    let ownProcess = 0;
    try {
      await next.connect();
      const { rows } = await next.query<{ own: number }>('select pg_backend_pid() as own');
      ownProcess = rows[0]?.own ?? 0;
      if (isStopped || isPooled(next, ownProcess)) return await next.end();
      await next.query(`listen ${CHANNEL}`);
      next.once('end', () => {
        client = undefined;
        connectLater();
      });
      client = next;
      // Of what happened while nobody listened.
      listener?.();
    } catch {
      await next.end().catch(() => undefined);
      connectLater();
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
    }, RECONNECT_MS).unref();
  }

  function sendNow(): void {
    timer = undefined;
    isWanted = false;
    lastSentAt = performance.now();
    void client?.query(`notify ${CHANNEL}`).catch(() => undefined);
  }

  return {
    listen(onHint) {
      listener = onHint;
      if (client === undefined) connectNow();
    },
    send() {
      if (isWanted || isStopped || client === undefined) return;
      isWanted = true;
      timer = setTimeout(sendNow, Math.max(0, lastSentAt + GAP_MS - performance.now()));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}

/** A pooler greets with a number of its own, the server with that of its process. */
function isPooled(client: Client, process: number): boolean {
  return 'processID' in client && client.processID !== process;
}
