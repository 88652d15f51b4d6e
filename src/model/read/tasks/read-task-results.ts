import { isDrawnFor } from '../../moddle/file-settings.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { TaskResult } from '../../nodes/task-node.ts';
import { readDataOutputs } from '../data/read-data-inputs.ts';

/**
 * The data outputs of a jBPM user task that are stored in a variable with another name. `ActorId` is the person who
 * handled the task (`Activities-section.adoc`, "User task").
 */
export function readTaskResults(element: ModdleElement): readonly TaskResult[] {
  if (!isDrawnFor(element, 'drools')) return [];
  return readDataOutputs(element)
    .map(({ name, variable }) => ({ name: name === 'ActorId' ? 'handler' : name, variable }))
    .filter(({ name, variable }) => name !== variable);
}
