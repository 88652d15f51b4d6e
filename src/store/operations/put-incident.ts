import type { Kysely } from 'kysely';
import type { IncidentRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function putIncident(db: Kysely<Schema>, incident: IncidentRow): Promise<IncidentRow> {
  const { instanceId, subject, code, reason, latestAt } = incident;
  const again = await db
    .updateTable('incidents')
    .set((row) => ({ reason, latestAt, count: row('count', '+', 1) }))
    .where('instanceId', instanceId === null ? 'is' : '=', instanceId)
    .where('subject', '=', subject)
    .where('code', '=', code)
    .where('resolvedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return again ?? (await db.insertInto('incidents').values(incident).returningAll().executeTakeFirstOrThrow());
}
