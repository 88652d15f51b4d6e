import type { Kysely } from 'kysely';
import type { IncidentRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function putIncident(db: Kysely<Schema>, incident: IncidentRow): Promise<void> {
  await db
    .insertInto('incidents')
    .values(incident)
    .onConflict((conflict) => conflict.column('incidentId').doNothing())
    .execute();
}
