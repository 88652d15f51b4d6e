import { elementsOf, type ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import type { ProcessModel } from '../../model/process-model.ts';

/**
 * Of a process without a plain start event the first that there is; undefined where there is a plain one.
 * @param activities of the process itself, not of what it holds
 */
export function findOnlyStart(
  model: ProcessModel,
  activities: readonly { readonly id?: string | undefined; readonly type?: string | undefined }[],
): string | undefined {
  const ids = activities.filter(({ type }) => type === 'bpmn:StartEvent').flatMap(({ id }) => id ?? []);
  return ids.some((id) => !model.events.has(id)) ? undefined : ids[0];
}

/** The elements of a process as a parsed file has them. */
export function activitiesOf(
  definitions: ModdleDefinitions,
  processId: string,
): readonly { readonly id?: string | undefined; readonly type: string }[] {
  const process = elementsOf(definitions, 'rootElements').find(({ id }) => id === processId);
  return process ? elementsOf(process, 'flowElements').map(({ id, $type }) => ({ id, type: $type })) : [];
}
