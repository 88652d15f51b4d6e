import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { OutboxState } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** States in which an entry blocks later entries of its instance. */
const OPEN: readonly OutboxState[] = ['pending', 'parked'];

/**
 * True if no open entry of the same instance is older. Computed in every query instead of stored: a stored flag
 * would have to be passed on when the head is settled, which races with a step that adds the next entry. Only behind parked
 * heads, which stay for long, is it stored: see `holdBehindParked`.
 */
export function isOutboxHead(row: ExpressionBuilder<Schema, 'outbox'>): ExpressionWrapper<Schema, 'outbox', SqlBool> {
  const olderOpen = row
    .selectFrom('outbox as older')
    .select('older.seq')
    .whereRef('older.instanceId', '=', 'outbox.instanceId')
    .where('older.state', 'in', OPEN)
    .whereRef('older.seq', '<', 'outbox.seq');
  return row.not(row.exists(olderOpen));
}
