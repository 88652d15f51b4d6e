import { type Kysely, sql, type Transaction } from 'kysely';
import { type ByOperator, DUE_AT_ONCE, type IncidentRetry, type IncidentRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function retryIncident(
  db: Kysely<Schema>,
  incidentId: string,
  at: number,
  { by }: ByOperator = {},
): Promise<IncidentRetry> {
  return await db.transaction().execute(async (transaction) => {
    const incident = await transaction
      .selectFrom('incidents')
      .selectAll()
      .where('incidentId', '=', incidentId)
      .executeTakeFirst();
    if (incident === undefined) return { kind: 'unknown' };
    if (incident.resolvedAt !== null) return { kind: 'resolved', incident };
    if (incident.kind === 'press' || incident.kind === 'deadlock') return { kind: incident.kind, incident };
    await RETRY[incident.kind](transaction, incident, at);
    const { subject, code } = incident;
    const data = JSON.stringify({ incidentId, subject, code, by });
    const entry = { instanceId: incident.instanceId, at, type: 'incident.retried', data };
    await transaction.insertInto('history').values(entry).execute();
    return { kind: 'retried', incident };
  });
}

type Retry = (db: Transaction<Schema>, incident: IncidentRow, at: number) => Promise<unknown>;

/** Leased rows are not changed, because an attempt is running. */
const RETRY: Readonly<Record<Exclude<IncidentRow['kind'], 'press' | 'deadlock'>, Retry>> = {
  job: (db, { subject }, at) =>
    db
      .updateTable('jobs')
      .set({ state: 'queued', dueAt: at, freeAt: DUE_AT_ONCE })
      .where('jobId', '=', subject)
      .where('state', 'in', ['queued', 'failed'])
      .where((row) => row.or([row('leaseOwner', 'is', null), row('freeAt', '<=', at)]))
      .execute(),
  wake: (db, { subject }, at) =>
    db
      .updateTable('instances')
      .set({ wakeFreeAt: DUE_AT_ONCE })
      .where('instanceId', '=', subject)
      .where('status', '=', 'running')
      .where('wakeAt', '<=', at)
      .where('wakeOwner', 'is', null)
      .execute(),
  // A person has looked at it; there is nothing to try again.
  restore: (db, { incidentId }, at) =>
    db.updateTable('incidents').set({ resolvedAt: at }).where('incidentId', '=', incidentId).execute(),
  start: (db, { subject }, at) =>
    db
      .updateTable('timerStarts')
      .set({ freeAt: DUE_AT_ONCE })
      .where(sql`${sql.ref('processId')} || '.' || ${sql.ref('startNodeId')}`, '=', subject)
      .where('dueAt', '<=', at)
      .where('leaseOwner', 'is', null)
      .execute(),
};
