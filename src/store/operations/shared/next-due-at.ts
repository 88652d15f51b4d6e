import { type Kysely, sql } from 'kysely';
import type { DueKind } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { isOutboxHead } from '../outbox/is-outbox-head.ts';
import { compileOnce } from './compiled-statements.ts';

export async function nextDueAt(db: Kysely<Schema>, kind?: DueKind): Promise<number | null> {
  const kinds: readonly DueKind[] =
    kind === undefined ? ['job', 'wake-up', 'timer-start', 'outbox', 'message'] : [kind];
  let next: number | null = null;
  for (const each of kinds) {
    const dueAt = await FIRST_DUE[each](db);
    if (dueAt !== null && (next === null || dueAt < next)) next = dueAt;
  }
  return next;
}

type Due = { readonly dueAt: number | null };

const FIRST_DUE: Readonly<Record<DueKind, (db: Kysely<Schema>) => Promise<number | null>>> = {
  job: firstFreeAt('jobs'),
  'timer-start': firstFreeAt('timerStarts'),
  message: firstFreeAt('messages'),
  'wake-up': first(
    compileOnce<Record<never, never>, Due>((db) =>
      db
        .selectFrom('instances')
        .select('wakeFreeAt as dueAt')
        .where('wakeFreeAt', 'is not', null)
        .orderBy('wakeFreeAt')
        .limit(sql.lit(1)),
    ),
  ),
  outbox: first(
    compileOnce<Record<never, never>, Due>((db) =>
      db
        .selectFrom('outbox')
        .select('outbox.freeAt as dueAt')
        .where('outbox.freeAt', 'is not', null)
        .where(isOutboxHead)
        .orderBy('outbox.freeAt')
        .limit(sql.lit(1)),
    ),
  ),
};

function firstFreeAt(table: 'jobs' | 'timerStarts' | 'messages'): (db: Kysely<Schema>) => Promise<number | null> {
  return first(
    compileOnce<Record<never, never>, Due>((db) =>
      db
        .selectFrom(table)
        .select('freeAt as dueAt')
        .where('freeAt', 'is not', null)
        .orderBy('freeAt')
        .limit(sql.lit(1)),
    ),
  );
}

function first(
  find: (db: Kysely<Schema>, values: Record<never, never>) => Promise<{ readonly rows: readonly Due[] }>,
): (db: Kysely<Schema>) => Promise<number | null> {
  return async (db) => {
    const { rows } = await find(db, {});
    return rows[0]?.dueAt ?? null;
  };
}
