import { InputError } from '../../errors.ts';
import type { CallingFile, LateCall } from '../../model/nodes/service-node.ts';
import { type ExpandedCall, expandCall, type FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { type AwaitedPlaces, findAwaited } from '../../model/prepare/calls/find-awaited.ts';
import { definitionIdOf } from '../../model/prepare/calls/prepare-called.ts';
import type { DefinitionRow, Store } from '../../store/store.ts';

/** A call activity whose token waits for its process. */
export interface WaitingCall extends Pick<LateCall, 'callId' | 'by' | 'file'> {
  /** The node that waits. */
  readonly waitId: string;
  /** Name of the process, as the call currently computes it. */
  readonly target: string;
}

export interface ExpandedDefinition {
  /** The definition with the process; the same definition if it already had it. */
  readonly row: DefinitionRow;
  readonly gatewayId: string;
  readonly flowId: string;
}

/** Where the process of a call is looked up while an instance runs. */
export interface DeployedPlaces extends Pick<AwaitedPlaces, 'prepare'> {
  readonly store: Pick<Store, 'getDefinition' | 'latestDefinition'>;
}

/**
 * Finds the deployed process for which a call waits.
 * @param base the definition of the instance
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: it is not deployed; deploy it and retry the incident
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it exists only in the file of the caller, and cannot run
 */
export async function findDeployed(
  base: DefinitionRow,
  call: WaitingCall,
  { store, prepare }: DeployedPlaces,
): Promise<FoundProcess> {
  const found = await findAwaited(call, {
    prepare,
    async callingFile(file) {
      const { drawing, xml } = file === undefined ? base : ((await rowOf(file, store)) ?? base);
      return drawing ?? xml;
    },
    deployed: (processId) => store.latestDefinition(processId),
    async definition(definitionId) {
      const row = await store.getDefinition(definitionId);
      return row?.undeployedAt === undefined ? row : undefined;
    },
  });
  if (found !== undefined) return found;
  const { callId, target } = call;
  throw new InputError(
    'ERR_PROCESS_UNKNOWN',
    `The call activity ${callId} calls ${target}, which is not deployed: deploy it and retry the incident.`,
    { details: { callId } },
  );
}

async function rowOf(file: CallingFile, store: DeployedPlaces['store']): Promise<DefinitionRow | undefined> {
  return 'definitionId' in file ? store.getDefinition(file.definitionId) : store.latestDefinition(file.processId);
}

/**
 * Inserts a process into the definition of an instance whose call waits for it. Deterministic: the same version of the
 * process gives the same definition for all instances. Stores nothing.
 * @throws {StepError} `ERR_CALL_TOO_DEEP`, `ERR_STEP_FAILED`
 */
export async function expandDefinition(
  base: DefinitionRow,
  waitId: string,
  found: FoundProcess,
): Promise<ExpandedDefinition & Pick<ExpandedCall, 'parsed'>> {
  const { xml, ...way } = await expandCall(base.xml, waitId, found);
  if (xml === base.xml) return { ...way, row: base };
  const { definitionId, undeployedAt: _none, extendsId = definitionId, ...others } = base;
  const drawing = base.drawing ?? base.xml;
  return { ...way, row: { ...others, xml, drawing, extendsId, definitionId: definitionIdOf(xml) } };
}
