import { Activity } from 'bpmn-elements';
import { ScriptBehaviour } from './script-task.ts';

/**
 * A service, send or business rule task that waits for the result of its job, like a user task, unless it is an expression;
 * also a receive task. The engine itself calls services inside the run: it would not be at rest during the call, and an
 * engine recovered from a snapshot of that time would call the service again.
 */
export function WaitingServiceTask(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(ScriptBehaviour, definition, context);
}
