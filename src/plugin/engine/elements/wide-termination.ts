import * as elements from 'bpmn-elements';
import type { EngineActivity, EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

interface Termination {
  execute(message: EngineMessage): void;
}

type Constructor = new (activity: object, definition: object) => Termination;

const EngineTermination = (elements as unknown as { TerminateEventDefinition: Constructor }).TerminateEventDefinition;

/**
 * A terminate end event. The engine ends only the surrounding scope and continues after it. If the event ends the whole
 * instance, it holds its token instead, and the plugin ends the instance when the engine is at rest.
 */
export class WideTermination extends EngineTermination {
  readonly #activity: EngineActivity;

  constructor(activity: EngineActivity, definition: object) {
    super(activity, definition);
    this.#activity = activity;
  }

  override execute(message: EngineMessage): void {
    if (!runContextOf(this.#activity.environment).endsInstance(this.#activity)) super.execute(message);
  }
}
