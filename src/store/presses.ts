import type { IncidentRow } from './rows/incident.ts';
import { type PressKey, type PressRow, readPress, writePress } from './rows/press.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { putIncident } from './statements/records.ts';

/** Returns a stored press. After a crash, a press may be stored although it got no answer. */
export async function getPress(db: Database, key: PressKey): Promise<PressRow | undefined> {
  const record = await db
    .selectFrom('presses')
    .selectAll()
    .where('uuid', '=', key.uuid)
    .where('taskId', '=', key.taskId)
    .where('actionKey', '=', key.actionKey)
    .executeTakeFirst();
  return record && readPress(record);
}

/**
 * Stores the answer to a press that changed nothing else; of two concurrent calls the first one counts. After a crash
 * before this, a repeated press is checked again.
 */
export async function putPress(db: Database, press: PressRow): Promise<void> {
  await inTransaction(db, (transaction) =>
    transaction
      .insertInto('presses')
      .values(writePress(press))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/**
 * Stores why a press could not be applied, if its task is still open.
 * @returns the open incident, see {@link IncidentRow}; undefined if the task is closed
 */
export async function failPress(db: Database, incident: IncidentRow): Promise<IncidentRow | undefined> {
  return inTransaction(db, async (transaction) => {
    // The row lock makes a step that closes the task wait, so that it also resolves this incident.
    const open = await transaction
      .selectFrom('tasks')
      .select('taskId')
      .where('taskId', '=', incident.subject)
      .where('closedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return open && (await putIncident(transaction, incident));
  });
}
