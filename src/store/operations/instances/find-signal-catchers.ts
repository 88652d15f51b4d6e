import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import { findWaiting } from './find-waiting.ts';

export async function findSignalCatchers(db: Kysely<Schema>, name: string): Promise<string[]> {
  return await findWaiting(db, { kind: 'signal', name });
}
