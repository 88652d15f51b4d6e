import type { Kysely } from 'kysely';
import type { PressKey, PressRow } from '../../port.ts';
import { readPress } from '../../rows/press.ts';
import type { Schema } from '../../schema.ts';

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
