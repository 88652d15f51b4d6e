import { InputError, StepError, StoreError } from '../../errors.ts';
import { definitionIdOf } from '../../model/prepare/calls/prepare-called.ts';
import type { ByOperator, DefinitionRow, DefinitionSummary, Store } from '../../store/store.ts';

/** One version of a process, with its diagram. */
export interface DefinitionView extends DefinitionSummary {
  /** The .bpmn file as it was deployed. */
  readonly xml: string;
}

type DefinitionReads = Pick<Store, 'getDefinition' | 'latestDefinition' | 'listDefinitions'>;

/**
 * @param id of a definition, or of a process, whose latest definition is returned. For the id of a definition that a running
 * instance extended, the deployed one is returned
 */
export async function readDefinitionView(store: DefinitionReads, id: string): Promise<DefinitionView | undefined> {
  const row = (await store.getDefinition(id)) ?? (await store.latestDefinition(id));
  if (row === undefined) return undefined;
  const [summary] = await store.listDefinitions({ definitionId: row.extendsId ?? row.definitionId });
  return summary && { ...summary, xml: row.drawing ?? row.xml };
}

/**
 * @returns the process of the definition; undefined: it was the latest already
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`
 */
export async function makeLatest(
  store: Pick<Store, 'makeLatestDefinition'>,
  definitionId: string,
  at: number,
  operator: ByOperator = {},
): Promise<string | undefined> {
  const outcome = await store.makeLatestDefinition(definitionId, at, operator);
  if (outcome.kind === 'unknown') throw notDeployed(definitionId);
  return outcome.kind === 'latest' ? outcome.processId : undefined;
}

/**
 * @returns the process of the definition
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_DEFINITION_IN_USE`
 */
export async function undeployDefinition(
  store: Pick<Store, 'undeployDefinition'>,
  definitionId: string,
  at: number,
  operator: ByOperator = {},
): Promise<string> {
  const outcome = await store.undeployDefinition(definitionId, at, operator);
  switch (outcome.kind) {
    case 'undeployed':
      return outcome.processId;
    case 'unknown':
      throw notDeployed(definitionId);
    case 'in-use': {
      const { processId, openInstances } = outcome;
      throw new InputError(
        'ERR_DEFINITION_IN_USE',
        `Definition ${definitionId} of ${processId} has open instances (${openInstances}): let them end, or migrate or terminate them.`,
        { details: { definitionId, processId, openInstances } },
      );
    }
  }
}

function notDeployed(definitionId: string): InputError {
  return new InputError('ERR_PROCESS_UNKNOWN', `No definition ${definitionId} is deployed.`, {
    details: { definitionId },
  });
}

/** @throws {StepError} `ERR_STORE_INVALID`: the row was changed; {InputError} `ERR_PROCESS_UNKNOWN` */
export async function readDefinition(
  store: Pick<Store, 'getDefinition'>,
  definitionId: string,
): Promise<DefinitionRow> {
  const row = await store.getDefinition(definitionId);
  if (row && definitionIdOf(row.xml) !== definitionId) {
    // Not a StoreError: retrying does not help.
    throw new StepError(
      'ERR_STORE_INVALID',
      `The definition ${definitionId} in the database differs from the file that was deployed: deploy the file again, or restore the row from a backup.`,
      { details: { definitionId } },
    );
  }
  if (row) return row;
  throw new InputError('ERR_PROCESS_UNKNOWN', `No definition ${definitionId} is stored: deploy its file again.`);
}

/** Whether the database did not answer. A row that cannot be read is a permanent error. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'ERR_STORE_INVALID';
}
