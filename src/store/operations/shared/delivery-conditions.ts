import { type RawBuilder, sql } from 'kysely';
import type { MessageFilter, OutboxFilter } from '../../port.ts';
import { contains } from './contains.ts';

/** What a filter of reports or messages, which have these columns in common, asks of a row. */
export function deliveryConditions(filter: OutboxFilter | MessageFilter): RawBuilder<boolean>[] {
  const { instanceId, state, processId, reason, createdFrom, createdBefore } = filter;
  return [
    ...(instanceId === undefined ? [] : [sql<boolean>`${sql.ref('instanceId')} = ${instanceId}`]),
    ...(state === undefined ? [] : [sql<boolean>`${sql.ref('state')} = ${state}`]),
    ...(processId === undefined ? [] : [ofProcess(processId)]),
    ...(reason === undefined ? [] : [contains('reason', reason)]),
    ...(createdFrom === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} >= ${createdFrom}`]),
    ...(createdBefore === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} < ${createdBefore}`]),
  ];
}

function ofProcess(processId: string): RawBuilder<boolean> {
  const [id, process] = [sql.ref('instances.instanceId'), sql.ref('instances.processId')];
  return sql`${sql.ref('instanceId')} in (select ${id} from instances where ${process} = ${processId})`;
}
