import { createHash } from 'node:crypto';
import { InputError } from '../../errors.ts';
import type { CallingFile, LateCall } from '../../model/nodes/service-node.ts';
import { type ExpandedCall, expandCall, type FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { findProcess } from '../../model/prepare/calls/find-process.ts';
import { type PrepareOptions, prepareDiagram } from '../../model/prepare/prepare-diagram.ts';
import { requireModel } from '../../model/require-model.ts';
import { processNotExecutable } from '../../model/rules/file/process-not-executable.ts';
import type { DefinitionRow, Store } from '../../store/port.ts';

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
export interface AwaitedPlaces {
  readonly store: Pick<Store, 'getDefinition' | 'latestDefinition'>;
  /** Prepares a process of an author's file for calls; undefined if the file does not contain it. */
  readonly prepare: (file: string, processId: string) => Promise<FoundProcess | undefined>;
}

/**
 * Finds the process for which a call waits, by the rule of {@link findProcess}.
 * @param base the definition of the instance
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: it is not deployed; deploy it and retry the incident
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it exists only in the file of the caller, and cannot run
 */
export async function findAwaited(
  base: DefinitionRow,
  call: WaitingCall,
  { store, prepare }: AwaitedPlaces,
): Promise<FoundProcess> {
  const { callId, target, by, file } = call;
  const drawn = file === undefined ? base : ((await rowOf(file, store)) ?? base);
  const found =
    by === 'definition'
      ? await store.getDefinition(target)
      : await findProcess<FoundProcess>(target, by, {
          own: (processId) => prepare(drawn.drawing ?? drawn.xml, processId),
          deployed: (processId) => store.latestDefinition(processId),
        });
  if (found !== undefined) return found;
  throw new InputError(
    'ERR_PROCESS_UNKNOWN',
    `The call activity ${callId} calls ${target}, which is not deployed: deploy it and retry the incident.`,
    { details: { callId } },
  );
}

async function rowOf(file: CallingFile, store: AwaitedPlaces['store']): Promise<DefinitionRow | undefined> {
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
  const drawing = base.drawing ?? base.xml;
  return { ...way, row: xml === base.xml ? base : { ...base, xml, drawing, definitionId: definitionIdOf(xml) } };
}

/**
 * Prepares a process of its caller's own file. It need not be marked as executable.
 * @returns undefined if the file does not contain it
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it cannot run
 */
export async function prepareOwn(
  file: string,
  processId: string,
  options: PrepareOptions,
): Promise<FoundProcess | undefined> {
  // Most calls name a process of another file; this check avoids parsing.
  if (!file.includes(processId)) return undefined;
  const prepared = await prepareDiagram(file, { ...options, processId });
  if (prepared.problems.some(({ rule }) => rule === 'process-unknown')) return undefined;
  const faults = prepared.problems.filter(
    ({ severity, rule }) => severity === 'error' && rule !== processNotExecutable.name,
  );
  if (faults.length > 0) requireModel({ model: undefined, problems: faults });
  return { processId, xml: prepared.xml, definitionId: definitionIdOf(prepared.xml) };
}

/** A definition is identified by the hash of its XML. */
export function definitionIdOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}
