import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Client, DatabaseError, Pool, type PoolClient, types } from 'pg';
import { InputError } from '../../errors.ts';
import { replaceNul } from '../statements/replace-nul.ts';
import type { ConnectionCounts } from '../store.ts';
import type { TimeLimits } from './time-limits.ts';
import { ConnectionTrouble, ReadOnlyTrouble } from './to-store-error.ts';

const SCHEMA_BEHIND_POOLER =
  'store: the pooler does not pass a schema on: leave it out of the URL, and set the search_path of the role.';

/**
 * How long a connection may be used until it is asked again whether its server takes writes. A server becomes a standby only
 * by a restart, which ends its connections; but behind a pooler, a connection may lead to another server at any time.
 */
const RECHECK_MS = 4_000;

export const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;
/** Timeout for closing a connection; a server that is reachable answers at once. */
export const LEAVE_MS = 1_000;

export interface ConnectionPoolOptions {
  readonly url: string;
  /** The schema of the tables; undefined: that of the role. */
  readonly schema?: string | undefined;
  /** Settings that the server gets with each connection, the schema among them. */
  readonly settings?: string | undefined;
  /** Most connections at a time. */
  readonly connections: number;
  /** Of each statement, and of its answer, after which the connection is closed. */
  readonly limits: Pick<TimeLimits, 'statementMs' | 'lockMs' | 'answerMs'>;
  /** Whether a server that only reads, such as a hot standby, is refused: what it answers may be out of date. */
  readonly writes: boolean;
}

/** A pool for Kysely whose connections can be counted. */
export interface ConnectionPool extends PostgresPool {
  counts(): Omit<ConnectionCounts, 'pool'>;
}

/** When a connection last answered, by `performance.now()`. */
interface Silence {
  readonly heardAt: WeakMap<PoolClient, number>;
  /** When the latest query without an answer was sent. */
  askedInVainAt: number;
}

/** When the server of a connection last said that it takes writes, by `performance.now()`. */
type WritableAt = WeakMap<PoolClient, number>;

/**
 * A connection pool for Kysely. A connection that does not answer in time is half-open (node-postgres #3399) and is closed.
 * All connections that have not answered since then are closed with it, because the same network failure has most likely
 * broken them, and each would make its caller wait for the full timeout. Prepared statements are not used, because a pooler
 * in transaction mode would lose them. A connection to a server that only reads is closed, so that the next one goes to
 * where the address leads by then.
 *
 * The server ends statements outside of transactions too, so that callers that gave up leave none behind, such as those that
 * wait for a locked table. Behind a pooler, which refuses these limits, only transactions have them.
 */
export function createConnectionPool({
  url,
  schema,
  settings,
  connections,
  limits,
  writes,
}: ConnectionPoolOptions): ConnectionPool {
  const { statementMs, lockMs, answerMs } = limits;
  const pool = new Pool({
    connectionString: url,
    ...(settings !== undefined && { options: settings }),
    application_name: 'bpmn-transaction-bridge',
    max: connections,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // Statements of a transaction are sent without a wait for the answers of earlier ones: see `dialect.ts`.
    pipeline: true,
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced when it is needed.
  pool.on('error', () => undefined);
  const connected = new Set<PoolClient>();
  const silence: Silence = { heardAt: new WeakMap(), askedInVainAt: Number.NEGATIVE_INFINITY };
  const writableAt: WritableAt | undefined = writes ? new WeakMap() : undefined;
  pool.on('connect', (client) => {
    connected.add(client);
    // A server that is shutting down may end the connection before `adaptClient` listens, in the message that opens it, and
    // an error without a listener ends the process. Whoever uses the client then hears that it cannot be queried.
    client.on('error', () => undefined);
    silence.heardAt.set(client, performance.now());
  });
  pool.on('remove', (client) => connected.delete(client));

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isPoolerRefusing(error)) throw error;
      delete pool.options.statement_timeout;
      delete pool.options.lock_timeout;
      return await pool.connect().catch((again: unknown) => {
        if (schema === undefined || !isPoolerRefusing(again)) throw again;
        throw new InputError('ERR_CONFIG_INVALID', SCHEMA_BEHIND_POOLER, { details: { path: 'store' } });
      });
    }
  }

  async function take(): Promise<PoolClient> {
    for (;;) {
      const client = await asTrouble(connect());
      if ((silence.heardAt.get(client) ?? 0) >= silence.askedInVainAt) return client;
      client.release(true);
      cutConnection(client);
    }
  }

  return {
    connect: async () => adaptClient(await take(), { answerMs, silence, writableAt }),
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: connections,
    }),
    async end() {
      await pool.end();
      // Half-open connections would keep the process alive.
      setTimeout(() => {
        for (const client of connected) cutConnection(client);
      }, LEAVE_MS).unref();
    },
  };
}

/** A pooler knows few parameters of a connection: "unsupported startup parameter: statement_timeout" (pgbouncer 1.24). */
export function isPoolerRefusing(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && error.message.includes('startup parameter');
}

interface Watching {
  readonly answerMs: number;
  readonly silence: Silence;
  /** undefined: it may lead to a server that only reads. */
  readonly writableAt: WritableAt | undefined;
}

function adaptClient(client: PoolClient, { answerMs, silence, writableAt }: Watching): PostgresPoolClient {
  let broken: ConnectionTrouble | undefined;
  let checked: Promise<void> | undefined;
  // The server closes a connection that is idle in a transaction. Without a listener, this error would end the process.
  const onEnd = (cause: Error) => {
    broken ??= new ConnectionTrouble('the server ended the connection', { cause });
  };
  client.on('error', onEnd);

  /** Sent with the first statement, whose answer does not count where the server only reads. */
  async function check(known: WritableAt): Promise<void> {
    const askedAt = performance.now();
    if (askedAt - (known.get(client) ?? Number.NEGATIVE_INFINITY) < RECHECK_MS) return;
    const { rows } = await asTrouble(client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads'));
    if (rows[0]?.reads !== false) throw new ReadOnlyTrouble();
    known.set(client, askedAt);
  }

  async function send<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (writableAt !== undefined) checked ??= check(writableAt);
    const answer = asTrouble(client.query(sql, parameters.map(replaceNul)));
    const [first, own] = await Promise.allSettled([checked, answer]);
    if (first.status === 'rejected') throw first.reason;
    if (own.status === 'rejected') throw isReadOnly(own.reason, sql) ? new ReadOnlyTrouble(own.reason) : own.reason;
    return own.value as unknown as PostgresQueryResult<Row>;
  }

  async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (broken !== undefined) throw broken;
    const askedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        silence.askedInVainAt = Math.max(silence.askedInVainAt, askedAt);
        reject(new ConnectionTrouble(`no answer within ${answerMs} ms`));
      }, answerMs);
    });
    try {
      const result = await Promise.race([send<Row>(sql, parameters), deadline]);
      silence.heardAt.set(client, performance.now());
      return result;
    } catch (error) {
      if (error instanceof ConnectionTrouble) broken = error;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  function release(): void {
    client.off('error', onEnd);
    client.release(broken);
    // Whoever pipelines waits for the answers of what was sent, also to close the connection.
    if (broken !== undefined) cutConnection(client);
  }
  return { query: query as PostgresPoolClient['query'], release };
}

/** A standby refuses a transaction that writes as something that it does not support, a statement with a code of its own. */
function isReadOnly(error: unknown, sql: string): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '25006' || (error.code === '0A000' && sql.startsWith('begin '));
}

/** Destroys the socket of a connection. */
function cutConnection(client: Client): void {
  client.connection.stream.destroy();
}

export async function asTrouble<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if ([DatabaseError, InputError, ConnectionTrouble].some((known) => error instanceof known)) throw error;
    throw new ConnectionTrouble('the connection failed', { cause: error });
  }
}

/** Reads 64-bit integers, such as our times and counts, as numbers; all of ours are safe integers. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === types.builtins.INT8 && format !== 'binary' ? readWholeNumber : types.getTypeParser(oid, format);
}

function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError('the database returned a number above Number.MAX_SAFE_INTEGER');
  return value;
}
