import { type EventNode, listEvents } from '../nodes/event-node.ts';
import type { Problem } from '../problem.ts';
import type { ProcessModel } from '../process-model.ts';
import { deploymentProblem } from './deployment-rules.ts';

/** An error for each timer start event, which has no initiator without `defaults.systemHandler`. */
export function findStartsWithoutInitiator(model: ProcessModel): readonly Problem[] {
  return listEvents(model)
    .filter(isTimerStart)
    .map(({ nodeId }) =>
      deploymentProblem('timer-start-without-initiator', {
        elementId: nodeId,
        reason: 'A timer starts the process, but the options of the bridge name no initiator for it.',
        remedy: 'Pass defaults: { systemHandler: an account } to createBridge.',
      }),
    );
}

export function isTimerStart({ role, trigger }: EventNode): boolean {
  return role.kind === 'process-start' && trigger.kind === 'timer';
}
