import { Activity } from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';
import type { EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

interface Behaviour {
  execute(message: EngineMessage): unknown;
}

interface Gateway {
  readonly id: string;
  readonly environment: { readonly options: object };
  readonly broker: { publish(exchange: string, key: string, content: object): void };
}

// The declarations of this subpath name another module's exports.
const { SignalTaskBehaviour } = tasks as unknown as { SignalTaskBehaviour: new (activity: object) => Behaviour };

/**
 * Behaviour of a gateway that passes tokens on at once, unless conditions of its flows are scripts: then it holds the token
 * until their job is done. The engine itself would run the scripts inside the run.
 * @param choice the engine's setting for how many flows are taken
 */
export function decidingBehaviour(activity: object, choice: { readonly outboundTakeOne?: true }): Behaviour {
  const { id, environment, broker } = activity as Gateway;
  const waiting = new SignalTaskBehaviour(activity);
  const wait = waiting.execute.bind(waiting);
  waiting.execute = (message) => {
    const content = { ...message.content, ...choice };
    if (runContextOf(environment).waitsForScripts(id)) return wait({ ...message, content });
    return broker.publish('execution', 'execute.completed', content);
  };
  return waiting;
}

function ExclusiveBehaviour(activity: object): Behaviour {
  return decidingBehaviour(activity, { outboundTakeOne: true });
}

/** An exclusive gateway whose conditions may be scripts. */
export function ExclusiveGateway(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(ExclusiveBehaviour, definition, context);
}
