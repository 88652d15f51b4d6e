/** What reports and messages have in common: states, filters, and what operators may do with one that waits. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MessageFilter } from '../rows/message.ts';
import type { OutboxFilter } from '../rows/outbox-entry.ts';
import { isFree } from './leasing.ts';
import { asked, contains } from './lists.ts';

/** The conditions of a filter of reports or messages. */
export function deliveryConditions(filter: OutboxFilter | MessageFilter): Expression<SqlBool>[] {
  const { instanceId, state, processId, reason, createdFrom, createdBefore } = filter;
  const [id, process] = [sql.ref('instances.instanceId'), sql.ref('instances.processId')];
  return asked([
    instanceId !== undefined && sql<boolean>`${sql.ref('instanceId')} = ${instanceId}`,
    state !== undefined && sql<boolean>`${sql.ref('state')} = ${state}`,
    processId !== undefined &&
      sql<boolean>`${sql.ref('instanceId')} in (select ${id} from instances where ${process} = ${processId})`,
    reason !== undefined && contains('reason', reason),
    createdFrom !== undefined && sql<boolean>`${sql.ref('createdAt')} >= ${createdFrom}`,
    createdBefore !== undefined && sql<boolean>`${sql.ref('createdAt')} < ${createdBefore}`,
  ]);
}

/** Whether it may be skipped: one that is being sent may arrive. */
export function isSkippable(at: number): RawBuilder<boolean> {
  return sql`(state = 'parked' or (state = 'pending' and ${isFree(at)}))`;
}
