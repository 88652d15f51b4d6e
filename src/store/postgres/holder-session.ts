import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { Client, DatabaseError } from 'pg';
import { releaseLost } from '../leases.ts';
import type { Database } from '../statements/database.ts';
import { selectHolders } from '../statements/leasing.ts';
import { asTrouble, CONNECT_MS, isPoolerRefusing, LEAVE_MS } from './connection-pool.ts';
import type { PostgresPlace } from './read-postgres-url.ts';
import { ReadOnlyTrouble } from './to-store-error.ts';

/** Only holders with this prefix have a session. The leases of others, such as those behind a pooler, just expire. */
const PREFIX = 'session:';

/** Between two looks at who has no session. Each is also the sign that the own session still answers. */
const LOOK_MS = 1_500;

/**
 * Looks in a row, all of one session, that find a holder without one, before it counts as dead: so a holder has six seconds to
 * open another, also if the server restarts, and what a killed process held is free after 7.5 s. Counted and not timed, because
 * time also passes for a process that stands still.
 */
const LOOKS = 5;

const REOPEN_MS = 1_000;

/** A look takes a millisecond. */
const LIMITS = { statement_timeout: 3_000, lock_timeout: 3_000, query_timeout: 5_000 };

export interface HolderSession {
  /** The id under which rows are leased while the session lasts. */
  readonly holder: string;
  /** @param listener gets the error of each attempt to open another session, and undefined once there is one */
  watch(listener: (error: unknown) => void): void;
  /** To be called after the leases were released. */
  close(): Promise<void>;
}

/**
 * The sign of life of a process that leases rows: a session-level advisory lock on a connection of its own. When the process
 * dies, its kernel closes the connection and the server releases the lock; the others see it, and release the leases of the
 * dead. A process that stands still keeps its connection, and so does a machine that is lost, whose leases expire.
 *
 * The lock is shared, so a session that does not answer is left only once there is another one. Where the server refuses
 * another connection, such as at its limit, a connection of the pool takes the lock too, and keeps it for as long as it is open.
 * @param db for releasing the leases of the dead; its connections end with the process
 * @returns undefined behind a pooler, which shares sessions between clients
 */
export async function openHolderSession(place: PostgresPlace, db: Database): Promise<HolderSession | undefined> {
  const holder = `${PREFIX}${randomUUID()}`;
  const lock = sql`select pg_advisory_lock_shared(hashtextextended(${holder}, 0))`.compile(db);
  const first = await asTrouble(openSession(place, lock));
  if (first === undefined) return undefined;
  const closing = new AbortController();
  const query = selectDead(db).compile();
  let report: (error: unknown) => void = () => undefined;

  async function keep(session: Session | undefined): Promise<void> {
    while (session) {
      await lookUntilBroken(session, query, db, closing.signal);
      const next = await reopen();
      session.leave();
      session = next;
    }
  }

  async function reopen(): Promise<Session | undefined> {
    while (!closing.signal.aborted) {
      try {
        const next = await asTrouble(openSession(place, lock));
        if (next) {
          report(undefined);
          return next;
        }
      } catch (error) {
        report(error);
      }
      // If the pool has no connection either, nothing can be leased.
      await db.executeQuery(lock).catch(() => undefined);
      await rest(REOPEN_MS, closing.signal);
    }
    return undefined;
  }

  const kept = keep(first);
  return {
    holder,
    watch(listener) {
      report = listener;
    },
    async close() {
      closing.abort();
      await kept;
    },
  };
}

interface Session {
  readonly client: Client;
  /** Aborted when the connection has ended. */
  readonly ended: AbortSignal;
  /** Closes the connection, at once if the server does not answer. */
  leave(): void;
}

/** @returns undefined behind a pooler */
async function openSession({ url, settings }: PostgresPlace, lock: CompiledQuery): Promise<Session | undefined> {
  const client = new Client({
    connectionString: url,
    ...(settings !== undefined && { options: settings }),
    application_name: 'bpmn-transaction-bridge',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...LIMITS,
  });
  const ended = new AbortController();
  client.on('error', () => ended.abort());
  client.on('end', () => ended.abort());
  const leave = () => {
    client.end().catch(() => undefined);
    setTimeout(() => client.connection.stream.destroy(), LEAVE_MS).unref();
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; reads: boolean }>(
      'select pg_backend_pid() as pid, pg_is_in_recovery() as reads',
    );
    // Nobody on the primary would see its lock.
    if (rows[0]?.reads !== false) throw new ReadOnlyTrouble();
    // A pooler makes up the id that it gives to a client. One that passed on the id of the server, and gave the same session of
    // it to several clients, would be taken for the server itself.
    if (rows[0]?.pid === (client as unknown as { readonly processID: number }).processID) {
      await client.query(lock.sql, [...lock.parameters]);
      return { client, ended: ended.signal, leave };
    }
  } catch (error) {
    if (!isPoolerRefusing(error)) {
      leave();
      throw error;
    }
  }
  leave();
  return undefined;
}

/** Releases the leases of holders who have died, until the session ends, does not answer, or is closed. */
async function lookUntilBroken(
  { client, ended }: Session,
  { sql: text, parameters }: CompiledQuery,
  db: Database,
  closing: AbortSignal,
): Promise<void> {
  const over = AbortSignal.any([ended, closing]);
  let looks: ReadonlyMap<string, number> = new Map();
  for (;;) {
    await rest(LOOK_MS, over);
    if (over.aborted) return;
    try {
      const { rows } = await client.query<{ holder: string }>(text, [...parameters]);
      looks = new Map(rows.map(({ holder }) => [holder, (looks.get(holder) ?? 0) + 1]));
    } catch (error) {
      // The server answers, although it could not look, such as while a table is locked.
      if (!(error instanceof DatabaseError)) return;
      looks = new Map();
    }
    // If it fails, the next look finds it again.
    for (const [holder, times] of looks) if (times >= LOOKS) await releaseLost(db, holder).catch(() => undefined);
  }
}

/** Holders of leases whose lock nobody has. Every role can read the locks of all sessions. */
function selectDead(db: Database) {
  const lock = sql`hashtextextended(${sql.ref('held.holder')}, 0)`;
  const isLocked = sql<boolean>`exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = ${lock}
  )`;
  return db
    .selectFrom(selectHolders(db).as('held'))
    .select('held.holder')
    .where('held.holder', 'like', `${PREFIX}%`)
    .where((row) => row.not(isLocked));
}

/** Resolves after the time, or when the signal is aborted; does not keep the process alive. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
