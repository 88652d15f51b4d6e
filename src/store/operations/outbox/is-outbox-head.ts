import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { OutboxState } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** What later entries of the lane wait behind. */
const OPEN: readonly OutboxState[] = ['pending', 'parked'];

/**
 * Whether no open entry of the same instance and lane is older. Always computed, never kept: a kept mark would have to
 * be handed on by whoever settles the head, and that races with the step that is just adding the next entry.
 */
export function isOutboxHead(row: ExpressionBuilder<Schema, 'outbox'>): ExpressionWrapper<Schema, 'outbox', SqlBool> {
  const olderOpen = row
    .selectFrom('outbox as older')
    .select('older.seq')
    .whereRef('older.instanceId', '=', 'outbox.instanceId')
    .whereRef('older.lane', '=', 'outbox.lane')
    .where('older.state', 'in', OPEN)
    .whereRef('older.seq', '<', 'outbox.seq');
  return row.not(row.exists(olderOpen));
}
