import type { CompiledQuery, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** Gets the number of rows that a statement changed; if it throws, the transaction is rolled back with its error. */
export type JudgeAnswer = (changedRows: number) => void;

const judges = new WeakMap<CompiledQuery, JudgeAnswer>();

/**
 * Sends a statement of a transaction whose answer nothing before the commit needs. A server gets it without a wait for the
 * answers of earlier ones (pipelining), and the commit waits for all: statements of a step take one round trip together.
 * An error, of the server or of `judge`, is thrown by a later statement or by the commit; the first one counts.
 */
export async function sendAhead(
  transaction: Transaction<Schema>,
  query: CompiledQuery<unknown>,
  judge: JudgeAnswer = () => undefined,
): Promise<void> {
  judges.set(query, judge);
  const { numAffectedRows } = await transaction.executeQuery(query);
  // A connection that waits for every answer has left it here.
  takeJudge(query)?.(Number(numAffectedRows ?? 0));
}

/** For a connection that sends ahead: the judge of a statement that need not be waited for; undefined for any other. */
export function takeJudge(query: CompiledQuery): JudgeAnswer | undefined {
  const judge = judges.get(query);
  judges.delete(query);
  return judge;
}
