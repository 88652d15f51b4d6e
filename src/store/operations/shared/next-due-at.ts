import type { Kysely } from 'kysely';
import type { DueKind } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { isOutboxHead } from '../outbox/is-outbox-head.ts';

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

const FIRST_DUE: Readonly<Record<DueKind, (db: Kysely<Schema>) => Promise<number | null>>> = {
  job: (db) => firstFreeAt(db, 'jobs'),
  'timer-start': (db) => firstFreeAt(db, 'timerStarts'),
  message: (db) => firstFreeAt(db, 'messages'),
  'wake-up': async (db) => {
    const first = await db
      .selectFrom('instances')
      .select('wakeFreeAt')
      .where('wakeFreeAt', 'is not', null)
      .orderBy('wakeFreeAt')
      .limit(1)
      .executeTakeFirst();
    return first?.wakeFreeAt ?? null;
  },
  outbox: async (db) => {
    const first = await db
      .selectFrom('outbox')
      .select('outbox.freeAt')
      .where('outbox.freeAt', 'is not', null)
      .where(isOutboxHead)
      .orderBy('outbox.freeAt')
      .limit(1)
      .executeTakeFirst();
    return first?.freeAt ?? null;
  },
};

async function firstFreeAt(db: Kysely<Schema>, table: 'jobs' | 'timerStarts' | 'messages'): Promise<number | null> {
  const first = await db
    .selectFrom(table)
    .select('freeAt')
    .where('freeAt', 'is not', null)
    .orderBy('freeAt')
    .limit(1)
    .executeTakeFirst();
  return first?.freeAt ?? null;
}
