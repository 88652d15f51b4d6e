import * as elements from 'bpmn-elements';
import type { EngineActivity, EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

interface Termination {
  execute(message: EngineMessage): void;
}

type Constructor = new (activity: object, definition: object) => Termination;

const EngineTermination = (elements as unknown as { TerminateEventDefinition: Constructor }).TerminateEventDefinition;

/** Contexts of the scopes that a terminate end event has ended; each run of a scope has its own. */
const terminated = new WeakSet<object>();

/**
 * The engine ends a terminated scope only after it has moved the tokens that are under way in it: without this check they
 * would still run tasks that are computed at once.
 */
export function isTerminated(context: object): boolean {
  return terminated.has(context);
}

/**
 * A terminate end event. The engine ends only the surrounding scope and continues after it. If the event ends the whole
 * instance, it holds its token instead, and the plugin ends the instance when the engine is at rest.
 */
export class InstanceTermination extends EngineTermination {
  readonly #activity: EngineActivity;

  constructor(activity: EngineActivity, definition: object) {
    super(activity, definition);
    this.#activity = activity;
  }

  override execute(message: EngineMessage): void {
    if (runContextOf(this.#activity.environment).endsInstance(this.#activity)) return;
    terminated.add(this.#activity.context);
    super.execute(message);
  }
}
