import { Activity } from 'bpmn-elements';
import { ScriptBehaviour } from './script-task.ts';

/**
 * A service, send or business rule task that waits, like a user task, for the result of its job, unless it is an
 * expression; or a receive task. The engine's own calls the service inside the run: a snapshot taken meanwhile calls it
 * again when recovered, and no step would be at rest while it works.
 */
export function WaitingServiceTask(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(ScriptBehaviour, definition, context);
}
