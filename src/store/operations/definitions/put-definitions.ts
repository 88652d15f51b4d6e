import type { Kysely, Transaction } from 'kysely';
import type { DefinitionRow, DeployedDefinition, TimerStart } from '../../port.ts';
import { writeDefinition } from '../../rows/definition.ts';
import type { Schema } from '../../schema.ts';
import { deleteTimerStarts } from './delete-timer-starts.ts';

/**
 * @param serialize takes a lock until the end of the transaction, so that deployments run one at a time. Without it, two
 * first deployments of the same processes can deadlock, because there are no rows yet to lock in a fixed order.
 */
export async function putDefinitions(
  db: Kysely<Schema>,
  deployed: readonly DeployedDefinition[],
  serialize: (transaction: Transaction<Schema>) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await serialize(transaction);
    for (const { timerStarts = [], ...definition } of deployed) await putLatest(transaction, definition, timerStarts);
  });
}

async function putLatest(
  db: Transaction<Schema>,
  definition: DefinitionRow,
  timerStarts: readonly TimerStart[],
): Promise<void> {
  const { processId, definitionId, deployedAt } = definition;
  // Writing an existing row locks it until the end of the transaction, so it cannot be deleted concurrently; and it
  // repairs one that was damaged, since its id is a hash of the text.
  await db
    .insertInto('definitions')
    .values({ ...writeDefinition(definition), supersededAt: null })
    .onConflict((conflict) =>
      conflict
        .column('definitionId')
        .doUpdateSet({ xml: definition.xml, supersededAt: null, undeployedAt: null, extendsId: null }),
    )
    .execute();
  const changed = await db
    .insertInto('latestDefinitions')
    .values({ processId, definitionId })
    .onConflict((conflict) =>
      conflict
        .column('processId')
        .doUpdateSet({ definitionId })
        .where('latestDefinitions.definitionId', '!=', definitionId),
    )
    .executeTakeFirstOrThrow();
  // The file is already the latest, as at every restart of a service: its timers continue.
  if (changed.numInsertedOrUpdatedRows !== 1n) return;
  await db
    .updateTable('definitions')
    .set({ supersededAt: deployedAt })
    .where('processId', '=', processId)
    .where('definitionId', '!=', definitionId)
    .where('supersededAt', 'is', null)
    .execute();
  await replaceTimerStarts(db, definition, timerStarts);
}

async function replaceTimerStarts(
  db: Transaction<Schema>,
  { processId, definitionId, deployedAt }: DefinitionRow,
  timerStarts: readonly TimerStart[],
): Promise<void> {
  await deleteTimerStarts(db, processId, deployedAt);
  for (const { startNodeId, dueAt, left } of timerStarts) {
    await db
      .insertInto('timerStarts')
      .values({ processId, definitionId, startNodeId, dueAt, left, attempts: 0, freeAt: dueAt, leaseOwner: null })
      .execute();
  }
}
