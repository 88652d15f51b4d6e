import type { Kysely, Transaction } from 'kysely';
import type { ByOperator, UndeployOutcome } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';
import { deleteTimerStarts } from './delete-timer-starts.ts';
import { idsOfVersion } from './ids-of-version.ts';

/** @param serialize takes the lock of deployments, see `putDefinitions` */
export async function undeployDefinition(
  db: Kysely<Schema>,
  { definitionId, at, by }: { readonly definitionId: string; readonly at: number } & ByOperator,
  serialize: (transaction: Transaction<Schema>) => Promise<void> = () => Promise.resolve(),
): Promise<UndeployOutcome> {
  return db.transaction().execute(async (transaction): Promise<UndeployOutcome> => {
    await serialize(transaction);
    // The row of an instance holds a lock on that of its definition until its commit, so a start that is being committed is
    // waited for, and a later one finds the definition undeployed.
    const locked = await transaction
      .selectFrom('definitions')
      .select(['definitionId', 'processId', 'undeployedAt'])
      .where('definitionId', '=', definitionId)
      .where('extendsId', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (locked === undefined || locked.undeployedAt !== null) return { kind: 'unknown' };
    const { processId } = locked;
    const openInstances = await countOpen(transaction, definitionId);
    if (openInstances > 0) return { kind: 'in-use', processId, openInstances };
    const { numDeletedRows } = await transaction
      .deleteFrom('latestDefinitions')
      .where('definitionId', '=', definitionId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await deleteTimerStarts(transaction, processId, at);
    await transaction
      .updateTable('definitions')
      .set(({ fn, ref, val }) => ({ undeployedAt: at, supersededAt: fn.coalesce(ref('supersededAt'), val(at)) }))
      .where('definitionId', '=', definitionId)
      .execute();
    const data = JSON.stringify({ definitionId, processId, by });
    await insertRows(transaction, 'history', [{ instanceId: null, at, type: 'definition.undeployed', data }]);
    return { kind: 'undeployed', processId };
  });
}

/** A separate statement: only after the lock does it see an instance whose commit was waited for. */
async function countOpen(db: Transaction<Schema>, definitionId: string): Promise<number> {
  const { open } = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', 'in', ['running', 'suspended'])
    .where('definitionId', 'in', (row) => idsOfVersion(row, definitionId))
    .executeTakeFirstOrThrow();
  return Number(open);
}
