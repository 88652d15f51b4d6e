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

/** The elements of a process in a parsed file. */
export function activitiesOf(
  definitions: ModdleDefinitions,
  processId: string,
): readonly { readonly id?: string | undefined; readonly type: string }[] {
  const process = elementsOf(definitions, 'rootElements').find(({ id }) => id === processId);
  return process ? elementsOf(process, 'flowElements').map(({ id, $type }) => ({ id, type: $type })) : [];
}
