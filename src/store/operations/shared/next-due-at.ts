import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DueKind } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { isOutboxHead } from '../outbox/is-outbox-head.ts';
import { compileOnce } from './compiled-statements.ts';

type DueTimes = Readonly<Record<DueKind, number | null>>;

/** @returns `Store.nextDueAt` of this database; calls in one turn of the event loop share one statement */
export function createNextDueAt(db: Kysely<Schema>): (kind?: DueKind) => Promise<number | null> {
  let asked: Promise<DueTimes> | undefined;

  /** Reads after all calls of this turn, and so everything that was committed before them. */
  async function readTogether(): Promise<DueTimes> {
    await endOfTurn();
    asked = undefined;
    return await readDueTimes(db);
  }

  return async (kind) => {
    asked ??= readTogether();
    const dueTimes = await asked;
    if (kind !== undefined) return dueTimes[kind];
    const known = Object.values(dueTimes).filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  };
}

/** The first due time of each kind, in one statement. */
async function readDueTimes(db: Kysely<Schema>): Promise<DueTimes> {
  const { rows } = await firstDueTimes(db, {});
  const [{ job = null, wakeUp = null, timerStart = null, outbox = null, message = null } = {}] = rows;
  return { job, 'wake-up': wakeUp, 'timer-start': timerStart, outbox, message };
}

type Asked = 'job' | 'wakeUp' | 'timerStart' | 'outbox' | 'message';

const firstDueTimes = compileOnce<Record<never, never>, Readonly<Record<Asked, number | null>>>((db) =>
  db.selectNoFrom([
    firstFreeAt(db, 'jobs').as('job'),
    firstFreeAt(db, 'timerStarts').as('timerStart'),
    firstFreeAt(db, 'messages').as('message'),
    db
      .selectFrom('instances')
      .select('wakeFreeAt')
      .where('wakeFreeAt', 'is not', null)
      .orderBy('wakeFreeAt')
      .limit(sql.lit(1))
      .as('wakeUp'),
    db
      .selectFrom('outbox')
      .select('outbox.freeAt')
      .where('outbox.freeAt', 'is not', null)
      .where(isOutboxHead)
      .orderBy('outbox.freeAt')
      .limit(sql.lit(1))
      .as('outbox'),
  ]),
);

function firstFreeAt(db: Kysely<Schema>, table: 'jobs' | 'timerStarts' | 'messages') {
  return db.selectFrom(table).select('freeAt').where('freeAt', 'is not', null).orderBy('freeAt').limit(sql.lit(1));
}
