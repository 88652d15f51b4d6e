import type { Transaction } from 'kysely';
import type { IncidentRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/put-incident.ts';

export async function failPress(db: Transaction<Schema>, incident: IncidentRow): Promise<IncidentRow | undefined> {
  // Its lock makes a step that closes the task wait, and resolve the incident then.
  const open = await db
    .selectFrom('tasks')
    .select('taskId')
    .where('taskId', '=', incident.subject)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open && (await putIncident(db, incident));
}
