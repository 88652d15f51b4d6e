import { type RawBuilder, sql } from 'kysely';
import type { Database } from './statements/database.ts';

/** Unfinished work, and work that needs an operator. */
export interface Backlog {
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** When the oldest pending one was stored, in epoch milliseconds; null: none is pending. */
    readonly oldestPendingAt: number | null;
  };
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestPendingAt: number | null;
  };
  /** Open incidents. */
  readonly incidents: number;
  /** Jobs whose last attempt has failed; each has an open incident. */
  readonly failedJobs: number;
  /** Instances whose timer is not tried again until an operator acts; each has an open incident. */
  readonly setAside: number;
  /** Jobs, wake-ups and timer starts that are due and not leased. */
  readonly due: number;
}

type Table = 'outbox' | 'messages' | 'incidents' | 'jobs' | 'instances' | 'timerStarts';

/**
 * Counts unfinished work. The counts are not from one consistent snapshot. Rows that a dead process had leased count as
 * due only after their lease has expired.
 */
export async function countBacklog(db: Database, now: number): Promise<Backlog> {
  const { unconfirmed: _none, ...messages } = await countUnsettled(db, 'messages');
  return {
    reports: {
      ...(await countUnsettled(db, 'outbox')),
      oldestPendingAt: await oldestPendingAt(db, 'outbox'),
    },
    messages: {
      ...messages,
      oldestPendingAt: await oldestPendingAt(db, 'messages'),
    },
    incidents: await countWhere(db, 'incidents', sql`${sql.ref('resolvedAt')} is null`),
    failedJobs: await countFailedJobs(db),
    setAside: await countSetAside(db),
    due:
      (await countWhere(db, 'jobs', sql`${sql.ref('freeAt')} <= ${now}`)) +
      (await countWhere(db, 'instances', sql`${sql.ref('wakeFreeAt')} <= ${now}`)) +
      (await countWhere(db, 'timerStarts', sql`${sql.ref('freeAt')} <= ${now}`)),
  };
}

const UNSETTLED = ['pending', 'parked', 'unconfirmed'] as const;

/** How many reports or messages are not settled, by their state. Messages are never unconfirmed. */
export async function countUnsettled(
  db: Database,
  table: 'outbox' | 'messages',
): Promise<Readonly<Record<(typeof UNSETTLED)[number], number>>> {
  const records = await db
    // Typed as one of the tables; the query is the same for both.
    .selectFrom(table as 'outbox')
    .select(({ fn }) => ['state', fn.countAll<number | string>().as('number')])
    .where('state', 'in', UNSETTLED)
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(records.map(({ state, number }) => [state, Number(number)]));
  return { pending: 0, parked: 0, unconfirmed: 0, ...counts };
}

async function countWhere(db: Database, table: Table, condition: RawBuilder<unknown>): Promise<number> {
  const { number } = await db
    // Typed as one of the tables; the query is the same for all.
    .selectFrom(table as 'outbox')
    .select((row) => row.fn.countAll<number | string>().as('number'))
    .where(sql<boolean>`${condition}`)
    .executeTakeFirstOrThrow();
  // The PostgreSQL driver returns bigint as text.
  return Number(number);
}

async function oldestPendingAt(db: Database, table: 'outbox' | 'messages'): Promise<number | null> {
  const oldest = await db
    .selectFrom(table)
    .select('createdAt')
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return oldest?.createdAt ?? null;
}

/** Found by their incidents, of which few are open. */
async function countFailedJobs(db: Database): Promise<number> {
  const { number } = await db
    .selectFrom('incidents')
    .innerJoin('jobs', 'jobs.jobId', 'incidents.subject')
    .select(({ fn }) => fn.count<number | string>('jobs.jobId').distinct().as('number'))
    .where('incidents.resolvedAt', 'is', null)
    .where('incidents.kind', '=', 'job')
    .where('jobs.state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** Found in the same way. */
async function countSetAside(db: Database): Promise<number> {
  const { number } = await db
    .selectFrom('incidents')
    .innerJoin('instances', 'instances.instanceId', 'incidents.subject')
    .select(({ fn }) => fn.count<number | string>('instances.instanceId').distinct().as('number'))
    .where('incidents.resolvedAt', 'is', null)
    .where('incidents.kind', '=', 'wake')
    .where('instances.status', '=', 'running')
    .where('instances.wakeAt', 'is not', null)
    .where('instances.wakeFreeAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(number);
}
