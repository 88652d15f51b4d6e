import type { Kysely, Transaction } from 'kysely';
import type { IncidentRow, PressKey, PressRow } from '../../port.ts';
import { readPress, writePress } from '../../rows/press.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/incidents.ts';

export async function getPress(db: Kysely<Schema>, key: PressKey): Promise<PressRow | undefined> {
  const record = await db
    .selectFrom('presses')
    .selectAll()
    .where('uuid', '=', key.uuid)
    .where('taskId', '=', key.taskId)
    .where('actionKey', '=', key.actionKey)
    .executeTakeFirst();
  return record && readPress(record);
}

export async function putPress(db: Kysely<Schema>, press: PressRow): Promise<void> {
  await db
    .insertInto('presses')
    .values(writePress(press))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function failPress(db: Transaction<Schema>, incident: IncidentRow): Promise<IncidentRow | undefined> {
  // The row lock makes a step that closes the task wait, so that it also resolves this incident.
  const open = await db
    .selectFrom('tasks')
    .select('taskId')
    .where('taskId', '=', incident.subject)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open && (await putIncident(db, incident));
}
