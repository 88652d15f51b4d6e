import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { IncidentRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function putIncident(db: Kysely<Schema>, incident: IncidentRow): Promise<IncidentRow> {
  const { reason, latestAt } = incident;
  return await db
    .insertInto('incidents')
    .values(incident)
    .onConflict((conflict) =>
      conflict
        .expression(sql`subject, code, coalesce(instance_id, '')`)
        .where('resolvedAt', 'is', null)
        .doUpdateSet((row) => ({ reason, latestAt, count: row('incidents.count', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
