import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import type { Setting } from './beyond.ts';

/** Whether there is nothing of its own at which a token would stay, or which would do something else with it. */
export function passesOn(node: ActivityDefinition, beyond: Setting): boolean {
  return isPlain(node, beyond) && !isRepeated(node);
}

/** The same of one time that a node is done. */
export function isPlain({ id, behaviour }: ActivityDefinition, { model }: Setting): boolean {
  const { events, userTasks, services } = model;
  return (
    !isEventSubProcess({ behaviour }) &&
    // A terminate end is no event of the model.
    (behaviour.eventDefinitions ?? []).length === 0 &&
    !events.has(id) &&
    !userTasks.has(id) &&
    services.get(id)?.conditions === undefined
  );
}

export function isEventSubProcess({ behaviour }: Pick<ActivityDefinition, 'behaviour'>): boolean {
  return behaviour.triggeredByEvent === true;
}

export function isRepeated({ behaviour }: ActivityDefinition): boolean {
  return behaviour.loopCharacteristics !== undefined;
}

/** The sub-process in which a node is, if nothing but an end of its tokens ends it. */
export function subProcessAround(id: string, beyond: Setting): ActivityDefinition | undefined {
  const around = beyond.diagram.activities.get(id);
  return around && passesOn(around, beyond) ? around : undefined;
}

/** Whether a called process runs in it, with variables of its own. */
export function isOfCall({ id }: ActivityDefinition, { model }: Setting): boolean {
  return model.subProcesses.get(id)?.own !== undefined;
}
