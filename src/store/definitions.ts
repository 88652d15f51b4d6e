import type { ExpressionBuilder, Transaction } from 'kysely';
import {
  type DefinitionRow,
  type DefinitionSummary,
  type DeployedDefinition,
  type DeployOutcome,
  type DeployTerms,
  type LatestDefinitionRecord,
  type MakeLatestOutcome,
  readDefinition,
  type UndeployOutcome,
  writeDefinition,
} from './rows/definition.ts';
import type { ByOperator } from './rows/history.ts';
import { type TimerStart, UNARMED } from './rows/timer-start.ts';
import type { Schema } from './schema.ts';
import { adapterOf, type Database, inTransaction } from './statements/database.ts';
import { asked, idsOfVersion, limitOf, type Page } from './statements/lists.ts';
import { putHistory, putTimerStarts, resolveStart } from './statements/records.ts';

/**
 * Stores definitions, all or none, each of a different process. One that is new becomes the latest of its process. One that
 * was deployed before and is not the latest is kept back, so that an old file that is deployed again replaces nothing: it
 * becomes the latest only with `makeLatest`, or where the process has no latest one. In both cases its row is repaired, and an
 * undeployment undone. Each that changed or was kept back is an entry of the history, without an instance.
 *
 * Deployments are stored one after the other, also those of several bridges: of two new definitions the one that is stored
 * second is the latest; the same one deployed twice changes something once; and a definition that was replaced stays so,
 * whichever of them comes first. After a crash, all of a call are stored with their timer starts, or none: deploy again.
 * @returns what became of each, in their order
 */
export async function putDefinitions(
  db: Database,
  deployed: readonly DeployedDefinition[],
  { makeLatest = false, by }: DeployTerms = {},
): Promise<DeployOutcome[]> {
  return inTransaction(db, async (transaction) => {
    await adapterOf(db).lockDeploys(transaction);
    const outcomes: DeployOutcome[] = [];
    for (const definition of deployed) {
      const outcome = await putDefinition(transaction, definition, makeLatest);
      outcomes.push(outcome);
      if (outcome.kind === 'unchanged') continue;
      const { definitionId, processId, deployedAt: at } = definition;
      const type = outcome.kind === 'kept-back' ? 'definition.kept-back' : 'definition.deployed';
      const data = { definitionId, processId, latestId: outcome.latestId, by };
      await putHistory(transaction, { instanceId: null, at, type, data });
    }
    return outcomes;
  });
}

async function putDefinition(
  db: Transaction<Schema>,
  deployed: DeployedDefinition,
  makeLatest: boolean,
): Promise<DeployOutcome> {
  const { processId, definitionId, deployedAt, xml } = deployed;
  const latestId = await latestIdOf(db, processId);
  // The lock keeps retention from deleting the row. One that only extends another was not deployed.
  const before = await db
    .selectFrom('definitions')
    .select('xml')
    .where('definitionId', '=', definitionId)
    .where('extendsId', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const isKeptBack = before !== undefined && !makeLatest && latestId !== undefined && latestId !== definitionId;
  // A row that was damaged is repaired, since its id is a hash of the text. One that is kept back is in use: retention
  // counts its age anew.
  const supersededAt = isKeptBack ? deployedAt : null;
  await db
    .insertInto('definitions')
    .values({ ...writeDefinition(deployed), supersededAt })
    .onConflict((conflict) =>
      conflict.column('definitionId').doUpdateSet({ xml, supersededAt, undeployedAt: null, extendsId: null }),
    )
    .execute();
  if (isKeptBack) return { kind: 'kept-back', latestId };
  // The file is already the latest, as at every restart of a service: its timers continue.
  if (latestId === definitionId) return { kind: before?.xml === xml ? 'unchanged' : 'repaired', latestId };
  await setLatest(db, { processId, definitionId }, deployedAt, deployed.timerStarts ?? []);
  return { kind: 'latest', latestId: definitionId };
}

async function latestIdOf(db: Transaction<Schema>, processId: string): Promise<string | undefined> {
  const latest = await db
    .selectFrom('latestDefinitions')
    .select('definitionId')
    .where('processId', '=', processId)
    .executeTakeFirst();
  return latest?.definitionId;
}

/** Makes a definition the latest of its process, with its timer starts in place of those of the previous one. */
async function setLatest(
  db: Transaction<Schema>,
  { processId, definitionId }: LatestDefinitionRecord,
  at: number,
  timerStarts: readonly TimerStart[],
): Promise<void> {
  await db
    .insertInto('latestDefinitions')
    .values({ processId, definitionId })
    .onConflict((conflict) => conflict.column('processId').doUpdateSet({ definitionId }))
    .execute();
  await db
    .updateTable('definitions')
    .set({ supersededAt: at })
    .where('processId', '=', processId)
    .where('definitionId', '!=', definitionId)
    .where('supersededAt', 'is', null)
    .execute();
  await deleteTimerStarts(db, processId, at);
  await putTimerStarts(db, { processId, definitionId }, timerStarts);
}

/**
 * Makes a deployed definition the latest of its process. Its timer starts are those of the definition from `at` on, computed
 * by a running service, or the next one that starts ({@link armTimerStarts}); those of the previous one are gone at once. Of
 * this and a deployment at the same time, the one that is stored second decides. After a crash it is the latest, or nothing
 * has changed. The history says so in an entry without an instance.
 */
export async function makeLatestDefinition(
  db: Database,
  definitionId: string,
  at: number,
  { by }: ByOperator = {},
): Promise<MakeLatestOutcome> {
  return inTransaction(db, async (transaction): Promise<MakeLatestOutcome> => {
    await adapterOf(db).lockDeploys(transaction);
    const made = await transaction
      .updateTable('definitions')
      .set({ supersededAt: null })
      .where('definitionId', '=', definitionId)
      .where('undeployedAt', 'is', null)
      .where('extendsId', 'is', null)
      .returning('processId')
      .executeTakeFirst();
    if (made === undefined) return { kind: 'unknown' };
    const { processId } = made;
    const formerId = await latestIdOf(transaction, processId);
    if (formerId === definitionId) return { kind: 'unchanged', processId };
    await setLatest(transaction, { processId, definitionId }, at, [{ startNodeId: UNARMED, dueAt: at, left: null }]);
    const data = { definitionId, processId, formerId: formerId ?? null, by };
    await putHistory(transaction, { instanceId: null, at, type: 'definition.made-latest', data });
    return { kind: 'latest', processId };
  });
}

/** Deletes the timer starts of a process, and resolves their incidents. */
async function deleteTimerStarts(db: Transaction<Schema>, processId: string, at: number): Promise<void> {
  const former = await db.deleteFrom('timerStarts').where('processId', '=', processId).returningAll().execute();
  for (const start of former) await resolveStart(db, start, at);
}

/** The definition of every stored instance exists, also after a crash. */
export async function getDefinition(db: Database, definitionId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('definitions')
    .selectAll()
    .where('definitionId', '=', definitionId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

/** After a crash, a deployment may be stored although its caller got no answer. */
export async function latestDefinition(db: Database, processId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('latestDefinitions')
    .innerJoin('definitions', 'definitions.definitionId', 'latestDefinitions.definitionId')
    .selectAll('definitions')
    .where('latestDefinitions.processId', '=', processId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

/**
 * The latest definition of every process, ordered by process id. After a crash, either all definitions that were deployed
 * together are the latest, or none.
 */
export async function listLatestDefinitions(
  db: Database,
): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]> {
  return await db.selectFrom('latestDefinitions').selectAll().orderBy('processId').execute();
}

/** Which definitions a list holds; `after`: only those that come after this one. */
export interface DefinitionFilter extends Page {
  processId?: string;
  definitionId?: string;
  after?: Pick<DefinitionRow, 'processId' | 'deployedAt' | 'definitionId'>;
}

/**
 * Every deployed definition, by process and then the newest first, until an undeployed one is deleted. Instances of a
 * definition that extends one are counted with that one. The counts are of the moment.
 */
export async function listDefinitions(db: Database, filter: DefinitionFilter): Promise<DefinitionSummary[]> {
  const records = await db
    .selectFrom('definitions')
    .leftJoin('latestDefinitions', 'latestDefinitions.definitionId', 'definitions.definitionId')
    .select((row) => {
      const counted = row
        .selectFrom('definitions as own')
        .innerJoin('instances', 'instances.definitionId', 'own.definitionId')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .where(({ or, eb, ref }) =>
          or([
            eb('own.definitionId', '=', ref('definitions.definitionId')),
            eb('own.extendsId', '=', ref('definitions.definitionId')),
          ]),
        );
      return [
        'definitions.definitionId',
        'definitions.processId',
        'definitions.deployedAt',
        'definitions.undeployedAt',
        'latestDefinitions.definitionId as latestId',
        counted.where('instances.endedAt', 'is', null).as('openInstances'),
        counted.where('instances.endedAt', 'is not', null).as('ended'),
      ];
    })
    .where((row) => row.and(conditionsOf(row, filter)))
    .orderBy('definitions.processId')
    .orderBy('definitions.deployedAt', 'desc')
    .orderBy('definitions.definitionId')
    .limit(limitOf(filter))
    .execute();
  return records.map(({ latestId, ended, openInstances, ...row }) => ({
    ...row,
    isLatest: latestId !== null,
    openInstances: Number(openInstances),
    instances: Number(openInstances) + Number(ended),
  }));
}

function conditionsOf(
  row: ExpressionBuilder<Schema, 'definitions'>,
  { processId, definitionId, after }: DefinitionFilter,
) {
  return asked([
    row('definitions.extendsId', 'is', null),
    definitionId !== undefined && row('definitions.definitionId', '=', definitionId),
    processId !== undefined && row('definitions.processId', '=', processId),
    after !== undefined &&
      row.or([
        row('definitions.processId', '>', after.processId),
        row.and([
          row('definitions.processId', '=', after.processId),
          row('definitions.deployedAt', '<', after.deployedAt),
        ]),
        row.and([
          row('definitions.processId', '=', after.processId),
          row('definitions.deployedAt', '=', after.deployedAt),
          row('definitions.definitionId', '>', after.definitionId),
        ]),
      ]),
  ]);
}

/**
 * Undeploys a definition if no instance of it, or of one that extends it, is open: it cannot be started any more, is not
 * the latest of its process, and its timer starts are gone. Its row stays for ended instances until retention deletes it.
 * Of this and a start that runs at the same time, exactly one succeeds; the start is `lost`. After a crash, it is deployed
 * with its timer starts, or undeployed. The history says so in an entry without an instance.
 */
export async function undeployDefinition(
  db: Database,
  definitionId: string,
  at: number,
  { by }: ByOperator = {},
): Promise<UndeployOutcome> {
  return inTransaction(db, async (transaction): Promise<UndeployOutcome> => {
    await adapterOf(db).lockDeploys(transaction);
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
    const openInstances = await countOpenInstances(transaction, definitionId);
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
    const data = { definitionId, processId, by };
    await putHistory(transaction, { instanceId: null, at, type: 'definition.undeployed', data });
    return { kind: 'undeployed', processId };
  });
}

/** A separate statement: only after the lock does it see an instance whose commit was waited for. */
async function countOpenInstances(db: Transaction<Schema>, definitionId: string): Promise<number> {
  const { open } = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', 'in', ['running', 'suspended'])
    .where('definitionId', 'in', (row) => idsOfVersion(row, definitionId))
    .executeTakeFirstOrThrow();
  return Number(open);
}
