import type { Kysely } from 'kysely';
import type { IncidentResolution, ResolvedBy } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function resolveIncident(
  db: Kysely<Schema>,
  incidentId: string,
  at: number,
  { by, reason }: ResolvedBy,
): Promise<IncidentResolution> {
  return await db.transaction().execute(async (transaction) => {
    const incident = await transaction
      .selectFrom('incidents')
      .selectAll()
      .where('incidentId', '=', incidentId)
      .executeTakeFirst();
    if (incident === undefined) return { kind: 'unknown' };
    if (incident.resolvedAt !== null) return { kind: 'resolved', incident };
    if (incident.kind !== 'press' && incident.kind !== 'restore') return { kind: incident.kind, incident };
    await transaction
      .updateTable('incidents')
      .set({ resolvedAt: at })
      .where('incidentId', '=', incidentId)
      .where('resolvedAt', 'is', null)
      .execute();
    const { subject, code, instanceId } = incident;
    const data = JSON.stringify({ incidentId, subject, code, reason, by });
    await transaction.insertInto('history').values({ instanceId, at, type: 'incident.resolved', data }).execute();
    return { kind: 'closed', incident: { ...incident, resolvedAt: at } };
  });
}
