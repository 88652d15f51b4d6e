import type { Kysely } from 'kysely';
import type { HeldMessage, MessageRetry } from '../../port.ts';
import { parseMessage } from '../../rows/message.ts';
import type { Schema } from '../../schema.ts';
import { putMessageHistory } from '../history/put-message-history.ts';

export async function retryMessage(
  db: Kysely<Schema>,
  { sendId, attempts }: HeldMessage,
  { at, corrected, by }: MessageRetry,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const parked = await transaction
      .updateTable('messages')
      .set({ state: 'pending', refusals: 0, dueAt: at, freeAt: at })
      .where('sendId', '=', sendId)
      .where('state', '=', 'parked')
      .where('attempts', '=', attempts)
      .returningAll()
      .executeTakeFirst();
    if (parked === undefined) return false;
    if (corrected !== undefined) {
      // An unreadable request is not kept as `original`, because the row would stay unreadable.
      const readable = parseMessage(parked);
      const original = readable === undefined ? null : JSON.stringify(readable.original ?? readable.request);
      await transaction
        .updateTable('messages')
        .set({ request: JSON.stringify(corrected.request), original, problems: '[]' })
        .where('seq', '=', parked.seq)
        .execute();
    }
    await putMessageHistory(transaction, parked, { event: 'retried', at, corrected: corrected?.fields ?? [], by });
    return true;
  });
}
