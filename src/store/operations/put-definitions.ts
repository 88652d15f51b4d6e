import type { Kysely, Transaction } from 'kysely';
import type { DefinitionRow, DeployedDefinition, TimerStart } from '../port.ts';
import type { Schema } from '../schema.ts';
import { timerStartSubject } from '../timer-start-subject.ts';

export async function putDefinitions(db: Kysely<Schema>, deployed: readonly DeployedDefinition[]): Promise<void> {
  // In one order for all who deploy, so that two who deploy the same processes never wait for each other.
  const inOrder = deployed.toSorted((one, other) => (one.processId < other.processId ? -1 : 1));
  await db.transaction().execute(async (transaction) => {
    // First what all who deploy a process take, so that nobody who holds a definition of it waits for another.
    for (const { processId } of inOrder) {
      await transaction
        .selectFrom('latestDefinitions')
        .select('processId')
        .where('processId', '=', processId)
        .forNoKeyUpdate()
        .execute();
    }
    for (const { timerStarts = [], ...definition } of inOrder) await putLatest(transaction, definition, timerStarts);
  });
}

async function putLatest(
  db: Transaction<Schema>,
  definition: DefinitionRow,
  timerStarts: readonly TimerStart[],
): Promise<void> {
  const { processId, definitionId, deployedAt } = definition;
  // The row is written also where it is there: so it stands until the end, also where it was just being deleted.
  await db
    .insertInto('definitions')
    .values({ ...definition, supersededAt: null })
    .onConflict((conflict) => conflict.column('definitionId').doUpdateSet({ supersededAt: null }))
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
  // The same file again, as at every start of a service, and of each of several nodes: its timers run on.
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
  const former = await db.deleteFrom('timerStarts').where('processId', '=', processId).returningAll().execute();
  for (const { startNodeId } of former) {
    await db
      .updateTable('incidents')
      .set({ resolvedAt: deployedAt })
      .where('instanceId', 'is', null)
      .where('subject', '=', timerStartSubject({ processId, startNodeId }))
      .where('resolvedAt', 'is', null)
      .execute();
  }
  for (const { startNodeId, dueAt, left } of timerStarts) {
    await db
      .insertInto('timerStarts')
      .values({ processId, definitionId, startNodeId, dueAt, left, attempts: 0, freeAt: dueAt, leaseOwner: null })
      .execute();
  }
}
