import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { IncidentFilter, IncidentRow, Store } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { compileOnce } from '../shared/compiled-statements.ts';
import { countRows } from '../shared/count-rows.ts';
import { limitOf } from '../shared/page.ts';

export async function putIncident(db: Kysely<Schema>, incident: IncidentRow): Promise<IncidentRow> {
  const { reason, cause, latestAt } = incident;
  const standing = await db
    .insertInto('incidents')
    .values(incident)
    .onConflict((conflict) =>
      conflict
        .expression(sql`subject, code, coalesce(instance_id, '')`)
        .where('resolvedAt', 'is', null)
        .doUpdateSet((row) => ({ reason, cause, latestAt, count: row('incidents.count', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  if (standing.count === 1) await putRaised(db, standing);
  return standing;
}

async function putRaised(db: Kysely<Schema>, incident: IncidentRow): Promise<void> {
  const { incidentId, instanceId, kind, subject, code, reason, cause, at } = incident;
  const data = JSON.stringify({ incidentId, kind, subject, code, reason, ...(cause !== null && { cause }) });
  await db.insertInto('history').values({ instanceId, at, type: 'incident.raised', data }).execute();
}

/** Resolves the open incidents of a subject: the id of a job, a task or an instance. These ids are unique across tables. */
export async function resolveIncidents(db: Transaction<Schema>, subject: string, at: number): Promise<void> {
  await resolveOf.ahead(db, { subject, at });
}

const resolveOf = compileOnce<{ subject: string; at: number }, unknown>((db, { subject, at }) =>
  db.updateTable('incidents').set({ resolvedAt: at }).where('subject', '=', subject).where('resolvedAt', 'is', null),
);

export async function getIncident(db: Kysely<Schema>, incidentId: string): Promise<IncidentRow | undefined> {
  return await db.selectFrom('incidents').selectAll().where('incidentId', '=', incidentId).executeTakeFirst();
}

export async function listIncidents(
  db: Kysely<Schema>,
  filter: Parameters<Store['listIncidents']>[0],
): Promise<IncidentRow[]> {
  let query = selectIncidents(db, filter).selectAll('incidents');
  const { after } = filter;
  if (after !== undefined) {
    const { at, incidentId } = after;
    query = query.where((row) =>
      row.and([row('at', '>=', at), row.or([row('at', '>', at), row('incidentId', '>', incidentId)])]),
    );
  }
  return await query.orderBy('at').orderBy('incidentId').limit(limitOf(filter)).execute();
}

export async function countIncidents(db: Kysely<Schema>, filter: IncidentFilter): Promise<number> {
  return countRows(selectIncidents(db, filter));
}

function selectIncidents(db: Kysely<Schema>, filter: IncidentFilter) {
  let query: SelectQueryBuilder<Schema, 'incidents', object> = db.selectFrom('incidents');
  if (filter.instanceId !== undefined) query = query.where('instanceId', '=', filter.instanceId);
  if (filter.open !== undefined) query = query.where('resolvedAt', filter.open ? 'is' : 'is not', null);
  if (filter.code !== undefined) query = query.where('code', '=', filter.code);
  const { processId } = filter;
  if (processId !== undefined) {
    const start = `${processId}.`;
    query = query.where((row) =>
      row.or([
        row(
          'instanceId',
          'in',
          row.selectFrom('instances').select('instances.instanceId').where('processId', '=', processId),
        ),
        row.and([
          row('instanceId', 'is', null),
          sql<boolean>`substr(subject, 1, length(cast(${start} as text))) = ${start}`,
        ]),
      ]),
    );
  }
  return query;
}
