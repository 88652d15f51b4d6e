import { createHash } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { idsOfTarget } from '../../model/prepare/called-process.ts';
import { expandCall, type FoundProcess } from '../../model/prepare/expand-call.ts';
import { type PrepareOptions, prepareDrawing } from '../../model/prepare/prepare-drawing.ts';
import type { LateCall } from '../../model/process-model.ts';
import { processNotExecutable } from '../../model/rules/process-not-executable.ts';
import { requireModel } from '../../plugin/definition.ts';
import type { DefinitionRow, Store } from '../../store/port.ts';

/** A call whose token waits for its process. */
export interface WaitingCall extends Pick<LateCall, 'callId' | 'by'> {
  /** The node that waits. */
  readonly waitId: string;
  /** What the process goes by, as the call says it now. */
  readonly target: string;
}

export interface ExpandedDefinition {
  /** The definition that has the process; the one that was there, where it had it already. */
  readonly row: DefinitionRow;
  readonly gatewayId: string;
  readonly flowId: string;
}

/**
 * The process that a call waits for, as it is deployed now.
 * @param base what the instance runs
 * @param options what a process is prepared by that only the file of the caller has
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: it is not deployed; deploy it and retry the incident
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it is in the file of the caller alone, and cannot run
 */
export async function findAwaited(
  store: Pick<Store, 'getDefinition' | 'latestDefinition'>,
  base: DefinitionRow,
  call: WaitingCall,
  options: PrepareOptions,
): Promise<FoundProcess> {
  const found = (await findDeployed(store, call)) ?? (await findInFile(base, call, options));
  if (found !== undefined) return found;
  const { callId, target } = call;
  throw new InputError(
    'ERR_PROCESS_UNKNOWN',
    `The call activity ${callId} calls ${target}, which is not deployed: deploy it and retry the incident.`,
    { details: { callId } },
  );
}

/**
 * Draws a process into the definition of an instance whose call waits for it. The same version of the process gives the
 * same definition, for all instances that come to the call alike. Stores nothing.
 * @throws {StepError} `ERR_CALL_TOO_DEEP`, `ERR_STEP_FAILED`
 */
export async function expandDefinition(
  base: DefinitionRow,
  waitId: string,
  found: FoundProcess,
): Promise<ExpandedDefinition> {
  const { xml, ...way } = await expandCall(base.xml, waitId, found);
  const drawing = base.drawing ?? base.xml;
  return { ...way, row: xml === base.xml ? base : { ...base, xml, drawing, definitionId: definitionIdOf(xml) } };
}

async function findDeployed(
  store: Pick<Store, 'getDefinition' | 'latestDefinition'>,
  { target, by }: WaitingCall,
): Promise<FoundProcess | undefined> {
  if (by === 'definition') return store.getDefinition(target);
  for (const processId of idsOfTarget(target)) {
    const latest = await store.latestDefinition(processId);
    if (latest !== undefined) return latest;
  }
  return undefined;
}

/** A process that is not marked as executable is not deployed by itself, and may be called in its file all the same. */
async function findInFile(
  { drawing, xml }: DefinitionRow,
  { target, by }: WaitingCall,
  options: PrepareOptions,
): Promise<FoundProcess | undefined> {
  if (by === 'definition') return undefined;
  for (const processId of idsOfTarget(target)) {
    const prepared = await prepareDrawing(drawing ?? xml, { ...options, processId });
    if (prepared.problems.some(({ rule }) => rule === 'process-unknown')) continue;
    const faults = prepared.problems.filter(
      ({ severity, rule }) => severity === 'error' && rule !== processNotExecutable.name,
    );
    if (faults.length > 0) requireModel({ model: undefined, problems: faults });
    return { processId, xml: prepared.xml, definitionId: definitionIdOf(prepared.xml) };
  }
  return undefined;
}

/** A definition is named by its content. */
export function definitionIdOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}
