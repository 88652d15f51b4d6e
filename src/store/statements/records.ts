/** What operations write beside their own rows: entries of the history, and incidents. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { LatestDefinitionRecord } from '../rows/definition.ts';
import type { HistoryRecord, HistoryRow } from '../rows/history.ts';
import type { IncidentRow } from '../rows/incident.ts';
import type { MessageRow } from '../rows/message.ts';
import type { OutboxRow, OutboxState } from '../rows/outbox-entry.ts';
import { type TimerStart, timerStartSubject } from '../rows/timer-start.ts';
import type { Schema } from '../schema.ts';
import { compileOnce, insertRows } from './compiled-statements.ts';

/**
 * Stores entries of the history in the transaction of what they tell. `data` must not contain accounts, names or texts of the
 * process, because many people can read the history; `by` is the operator, undefined: nobody was named.
 */
export async function putHistory(
  db: Transaction<Schema>,
  ...entries: readonly Omit<HistoryRow, 'seq'>[]
): Promise<void> {
  const rows = entries.map(
    ({ data, ...entry }): Insertable<HistoryRecord> => ({ ...entry, data: JSON.stringify(data) }),
  );
  await insertRows(db, 'history', rows);
}

/**
 * Opens an incident, or counts one more failure of the open one of its subject and code.
 * @returns the open incident
 */
export async function putIncident(db: Transaction<Schema>, incident: IncidentRow): Promise<IncidentRow> {
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
  if (standing.count === 1) {
    const { incidentId, instanceId, kind, subject, code, at } = standing;
    const data = { incidentId, kind, subject, code, reason, ...(cause !== null && { cause }) };
    await putHistory(db, { instanceId, at, type: 'incident.raised', data });
  }
  return standing;
}

/** Resolves the open incidents of a subject: the id of a job, a task or an instance. These ids are unique across tables. */
export async function resolveIncidents(db: Transaction<Schema>, subject: string, at: number): Promise<void> {
  await resolveOf.ahead(db, { subject, at });
}

const resolveOf = compileOnce<{ subject: string; at: number }, unknown>((db, { subject, at }) =>
  db.updateTable('incidents').set({ resolvedAt: at }).where('subject', '=', subject).where('resolvedAt', 'is', null),
);

/** Resolves the open incidents of a timer start. */
export async function resolveStart(
  db: Transaction<Schema>,
  start: Parameters<typeof timerStartSubject>[0],
  at: number,
): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolvedAt: at })
    .where('instanceId', 'is', null)
    .where('subject', '=', timerStartSubject(start))
    .where('resolvedAt', 'is', null)
    .execute();
}

export async function putMessageQueued(db: Transaction<Schema>, ...messages: readonly MessageRow[]): Promise<void> {
  const entries = messages.map(({ sendId, instanceId, nodeId, request, createdAt }) => {
    const data = { sendId, nodeId, messageTypeCode: request.messageTypeCode };
    return { instanceId, at: createdAt, type: 'message.queued', data };
  });
  await putHistory(db, ...entries);
}

interface ReportEvent {
  readonly event: 'retried' | 'confirmed' | Exclude<OutboxState, 'pending' | 'delivered'>;
  readonly at: number;
  /** Stored as `data`. */
  readonly [data: string]: unknown;
}

/** Each event of a report except its delivery is an entry of the history, in the same transaction. */
export async function putReportHistory(
  db: Transaction<Schema>,
  { seq, instanceId }: Pick<OutboxRow, 'seq' | 'instanceId'>,
  { event, at, ...data }: ReportEvent,
): Promise<void> {
  await putHistory(db, { instanceId, at, type: `report.${event}`, data: { seq, ...data } });
}

export async function putTimerStarts(
  db: Transaction<Schema>,
  { processId, definitionId }: LatestDefinitionRecord,
  timerStarts: readonly TimerStart[],
): Promise<void> {
  for (const { startNodeId, dueAt, left } of timerStarts) {
    await db
      .insertInto('timerStarts')
      .values({ processId, definitionId, startNodeId, dueAt, left, attempts: 0, freeAt: dueAt, leaseOwner: null })
      .execute();
  }
}
