import { Activity } from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';

// The declarations of this subpath name another module's exports.
const { SignalTaskBehaviour } = tasks as unknown as { SignalTaskBehaviour: unknown };

/**
 * A service, send or business rule task that waits, like a user task, for the result of its job.
 * The engine's own calls the service inside the run: a snapshot taken meanwhile calls it again when recovered, and no
 * step would be at rest while it works.
 */
export function WaitingServiceTask(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(SignalTaskBehaviour, definition, context);
}
