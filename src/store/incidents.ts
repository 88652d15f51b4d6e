import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { DUE_AT_ONCE } from './rows/columns.ts';
import type { ByOperator } from './rows/history.ts';
import type { IncidentFilter, IncidentResolution, IncidentRetry, IncidentRow, ResolvedBy } from './rows/incident.ts';
import type { Schema } from './schema.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { isFree } from './statements/leasing.ts';
import { asked, countRows, limitOf, type Page } from './statements/lists.ts';
import { putHistory, putIncident } from './statements/records.ts';

/** Stores an incident that no step or job leads to. @returns the open incident, see {@link IncidentRow} */
export async function openIncident(db: Database, incident: IncidentRow): Promise<IncidentRow> {
  return inTransaction(db, (transaction) => putIncident(transaction, incident));
}

/** Undefined: no incident has this id. */
export async function getIncident(db: Database, incidentId: string): Promise<IncidentRow | undefined> {
  return db.selectFrom('incidents').selectAll().where('incidentId', '=', incidentId).executeTakeFirst();
}

/**
 * Oldest first; `after`: those that come after this one. An incident is resolved in the commit of the step that succeeds.
 */
export async function listIncidents(
  db: Database,
  filter: IncidentFilter & { after?: Pick<IncidentRow, 'at' | 'incidentId'> } & Page,
): Promise<IncidentRow[]> {
  const { after } = filter;
  let query = selectIncidents(db, filter).selectAll('incidents');
  if (after !== undefined) {
    const { at, incidentId } = after;
    query = query.where((row) => row(row.refTuple('at', 'incidentId'), '>', row.tuple(at, incidentId)));
  }
  return query.orderBy('at').orderBy('incidentId').limit(limitOf(filter)).execute();
}

export async function countIncidents(db: Database, filter: IncidentFilter, most?: number): Promise<number> {
  return countRows(db, selectIncidents(db, filter), most);
}

function selectIncidents(db: Database, filter: IncidentFilter) {
  return db.selectFrom('incidents').where((row) => row.and(conditionsOf(row, filter)));
}

function conditionsOf(
  row: ExpressionBuilder<Schema, 'incidents'>,
  { instanceId, open, code, processId }: IncidentFilter,
) {
  return asked([
    instanceId !== undefined && row('instanceId', '=', instanceId),
    open !== undefined && row('resolvedAt', open ? 'is' : 'is not', null),
    code !== undefined && row('code', '=', code),
    processId !== undefined && isOfProcess(row, processId),
  ]);
}

/** Of an instance of the process, or of a start of it by a timer. */
function isOfProcess(row: ExpressionBuilder<Schema, 'incidents'>, processId: string) {
  const start = `${processId}.`;
  const instances = row.selectFrom('instances').select('instances.instanceId').where('processId', '=', processId);
  return row.or([
    row('instanceId', 'in', instances),
    row.and([
      row('instanceId', 'is', null),
      sql<boolean>`substr(subject, 1, length(cast(${start} as text))) = ${start}`,
    ]),
  ]);
}

/**
 * Makes the job, wake-up or timer start of an open incident due now, unless it is leased or the instance is suspended. The
 * incident stays open until an attempt succeeds; one of the kind `restore` is resolved at once. After a crash, the due time
 * and its history entry are both stored or neither.
 */
export async function retryIncident(
  db: Database,
  incidentId: string,
  at: number,
  { by }: ByOperator = {},
): Promise<IncidentRetry> {
  return inTransaction(db, async (transaction): Promise<IncidentRetry> => {
    const incident = await getIncident(transaction, incidentId);
    if (incident === undefined) return { kind: 'unknown' };
    if (incident.resolvedAt !== null) return { kind: 'resolved', incident };
    if (incident.kind === 'press' || incident.kind === 'deadlock') return { kind: incident.kind, incident };
    await RETRY[incident.kind](transaction, incident, at);
    const { instanceId, subject, code } = incident;
    await putHistory(transaction, {
      instanceId,
      at,
      type: 'incident.retried',
      data: { incidentId, subject, code, by },
    });
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
      .where(isFree(at))
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

/**
 * Closes an open incident that nothing else would close: of a press that nobody repeats, or of a restore. After a crash,
 * this and its history entry are both stored or neither.
 */
export async function resolveIncident(
  db: Database,
  incidentId: string,
  at: number,
  { by, reason }: ResolvedBy,
): Promise<IncidentResolution> {
  return inTransaction(db, async (transaction): Promise<IncidentResolution> => {
    const incident = await getIncident(transaction, incidentId);
    if (incident === undefined) return { kind: 'unknown' };
    if (incident.resolvedAt !== null) return { kind: 'resolved', incident };
    if (incident.kind !== 'press' && incident.kind !== 'restore') return { kind: incident.kind, incident };
    await transaction
      .updateTable('incidents')
      .set({ resolvedAt: at })
      .where('incidentId', '=', incidentId)
      .where('resolvedAt', 'is', null)
      .execute();
    const { instanceId, subject, code } = incident;
    const data = { incidentId, subject, code, reason, by };
    await putHistory(transaction, { instanceId, at, type: 'incident.resolved', data });
    return { kind: 'closed', incident: { ...incident, resolvedAt: at } };
  });
}
