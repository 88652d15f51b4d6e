import * as elements from 'bpmn-elements';
import type { EngineActivity, EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

interface Termination {
  execute(message: EngineMessage): void;
}

type Constructor = new (activity: object, definition: object) => Termination;

const EngineTermination = (elements as unknown as { TerminateEventDefinition: Constructor }).TerminateEventDefinition;

/**
 * A terminate end event. The engine's own ends the scope it stands in, and what follows behind that begins; one that ends
 * the whole instance holds its token, and the plugin ends the instance as soon as the engine is at rest.
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
