import type { Kysely } from 'kysely';
import type { PressRow } from '../../port.ts';
import { writePress } from '../../rows/press.ts';
import type { Schema } from '../../schema.ts';

export async function putPress(db: Kysely<Schema>, press: PressRow): Promise<void> {
  await db
    .insertInto('presses')
    .values(writePress(press))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
