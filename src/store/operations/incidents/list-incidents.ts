import type { Kysely } from 'kysely';
import type { IncidentRow, Store } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { pageOf } from '../shared/page.ts';

export async function listIncidents(
  db: Kysely<Schema>,
  filter: Parameters<Store['listIncidents']>[0],
): Promise<IncidentRow[]> {
  const { limit, offset } = pageOf(filter);
  let query = db.selectFrom('incidents').selectAll();
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.open !== undefined) query = query.where('resolvedAt', filter.open ? 'is' : 'is not', null);
  return await query.orderBy('at').orderBy('incidentId').limit(limit).offset(offset).execute();
}
