import type { Kysely } from 'kysely';
import type { DefinitionRow, DefinitionSummary, Store } from '../../port.ts';
import { readDefinition } from '../../rows/definition.ts';
import type { Schema } from '../../schema.ts';
import { limitOf } from '../shared/page.ts';

export async function getDefinition(db: Kysely<Schema>, definitionId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('definitions')
    .selectAll()
    .where('definitionId', '=', definitionId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

export async function latestDefinition(db: Kysely<Schema>, processId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('latestDefinitions')
    .innerJoin('definitions', 'definitions.definitionId', 'latestDefinitions.definitionId')
    .selectAll('definitions')
    .where('latestDefinitions.processId', '=', processId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

export async function listLatestDefinitions(
  db: Kysely<Schema>,
): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]> {
  return await db.selectFrom('latestDefinitions').selectAll().orderBy('processId').execute();
}

export async function listDefinitions(
  db: Kysely<Schema>,
  filter: Parameters<Store['listDefinitions']>[0],
): Promise<DefinitionSummary[]> {
  let query = db
    .selectFrom('definitions')
    .leftJoin('latestDefinitions', 'latestDefinitions.definitionId', 'definitions.definitionId')
    .select((row) => {
      const running = row
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
        running.as('instances'),
        running.where('instances.status', 'in', ['running', 'suspended']).as('openInstances'),
      ];
    });
  query = query.where('definitions.extendsId', 'is', null);
  if (filter.definitionId !== undefined) query = query.where('definitions.definitionId', '=', filter.definitionId);
  if (filter.processId !== undefined) query = query.where('definitions.processId', '=', filter.processId);
  const { after } = filter;
  if (after !== undefined) {
    const { processId, deployedAt, definitionId } = after;
    query = query.where((row) =>
      row.or([
        row('definitions.processId', '>', processId),
        row.and([row('definitions.processId', '=', processId), row('definitions.deployedAt', '<', deployedAt)]),
        row.and([
          row('definitions.processId', '=', processId),
          row('definitions.deployedAt', '=', deployedAt),
          row('definitions.definitionId', '>', definitionId),
        ]),
      ]),
    );
  }
  const records = await query
    .orderBy('definitions.processId')
    .orderBy('definitions.deployedAt', 'desc')
    .orderBy('definitions.definitionId')
    .limit(limitOf(filter))
    .execute();
  return records.map(({ latestId, instances, openInstances, ...row }) => ({
    ...row,
    isLatest: latestId !== null,
    openInstances: Number(openInstances),
    instances: Number(instances),
  }));
}
