import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import { findWaiting } from './find-waiting.ts';

export async function findSubscribers(db: Kysely<Schema>, name: string, correlationKey: string): Promise<string[]> {
  return await findWaiting(db, { kind: 'message', name, correlationKey });
}
