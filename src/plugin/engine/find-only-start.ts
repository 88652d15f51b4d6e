import { InputError } from '../../errors.ts';
import { elementsOf, type ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import type { ProcessModel } from '../../model/process-model.ts';

/**
 * Returns the first start event of a process that has no plain (none) start event; undefined if it has a plain one.
 * @param activities the activities of the process itself, without those of its sub-processes
 */
export function findOnlyStart(
  model: ProcessModel,
  activities: readonly { readonly id?: string | undefined; readonly type?: string | undefined }[],
): string | undefined {
  const ids = activities.filter(({ type }) => type === 'bpmn:StartEvent').flatMap(({ id }) => id ?? []);
  return ids.some((id) => !model.events.has(id)) ? undefined : ids[0];
}

/**
 * Returns the start event that a host has chosen, or {@link findOnlyStart}.
 * @throws {InputError} `ERR_INPUT_INVALID`: the process has no such start event
 */
export function findStart(
  chosen: string | undefined,
  ...process: Parameters<typeof findOnlyStart>
): string | undefined {
  if (chosen === undefined) return findOnlyStart(...process);
  const [{ processId }, activities] = process;
  const ids = activities.filter(({ type }) => type === 'bpmn:StartEvent').flatMap(({ id }) => id ?? []);
  if (ids.includes(chosen)) return chosen;
  const known = ids.length === 0 ? 'it has none' : `choose one of ${ids.join(', ')}`;
  throw new InputError('ERR_INPUT_INVALID', `${processId} has no start event ${chosen}: ${known}.`, {
    details: { startNodeId: chosen },
  });
}

/** The elements of a process in a parsed file. */
export function activitiesOf(
  definitions: ModdleDefinitions,
  processId: string,
): readonly { readonly id?: string | undefined; readonly type: string }[] {
  const process = elementsOf(definitions, 'rootElements').find(({ id }) => id === processId);
  return process ? elementsOf(process, 'flowElements').map(({ id, $type }) => ({ id, type: $type })) : [];
}
