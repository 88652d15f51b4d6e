import { createHash } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { expandCall, type FoundProcess } from '../../model/prepare/expand-call.ts';
import { findProcess } from '../../model/prepare/find-process.ts';
import { type PrepareOptions, prepareDiagram } from '../../model/prepare/prepare-diagram.ts';
import type { CallingFile, LateCall } from '../../model/process-model.ts';
import { requireModel } from '../../model/require-model.ts';
import { processNotExecutable } from '../../model/rules/file/process-not-executable.ts';
import type { DefinitionRow, Store } from '../../store/port.ts';

/** A call whose token waits for its process. */
export interface WaitingCall extends Pick<LateCall, 'callId' | 'by' | 'file'> {
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

/** Where the process of a call is looked for while an instance runs. */
export interface AwaitedPlaces {
  readonly store: Pick<Store, 'getDefinition' | 'latestDefinition'>;
  /** A process of an author's file, prepared for calls; undefined where the file does not have it. */
  readonly prepare: (file: string, processId: string) => Promise<FoundProcess | undefined>;
}

/**
 * The process that a call waits for, by the rule of {@link findProcess}.
 * @param base what the instance runs
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: it is not deployed; deploy it and retry the incident
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it is in the file of the caller alone, and cannot run
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

/**
 * A process of the file of its caller, which may be called though it is not marked as executable.
 * @returns undefined where the file does not have it
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it cannot run
 */
export async function prepareOwn(
  file: string,
  processId: string,
  options: PrepareOptions,
): Promise<FoundProcess | undefined> {
  // Most calls name a process of another file: this one need not be parsed for them.
  if (!file.includes(processId)) return undefined;
  const prepared = await prepareDiagram(file, { ...options, processId });
  if (prepared.problems.some(({ rule }) => rule === 'process-unknown')) return undefined;
  const faults = prepared.problems.filter(
    ({ severity, rule }) => severity === 'error' && rule !== processNotExecutable.name,
  );
  if (faults.length > 0) requireModel({ model: undefined, problems: faults });
  return { processId, xml: prepared.xml, definitionId: definitionIdOf(prepared.xml) };
}

/** A definition is named by its content. */
export function definitionIdOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}
