import { Activity } from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';
import type { EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

interface Behaviour {
  readonly loopCharacteristics?: object;
  execute(message: EngineMessage): unknown;
}

interface ScriptActivity {
  readonly id: string;
  readonly environment: NonNullable<EngineMessage['environment']> & { readonly options: object };
  readonly broker: { publish(exchange: string, key: string, content: object): void };
}

// The declarations of this subpath name another module's exports.
const { SignalTaskBehaviour } = tasks as unknown as { SignalTaskBehaviour: new (activity: object) => Behaviour };

/** A script task: waits for the result of its job, or evaluates its expression at once. */
export function ScriptTask(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(ScriptBehaviour, definition, context);
}

/**
 * Waits for the result of a job, like a user task; an expression is evaluated at once.
 * The engine itself runs scripts in Node's vm inside the run: this is no sandbox, and the engine would not be at rest.
 */
export function ScriptBehaviour(activity: ScriptActivity): Behaviour {
  const waiting = new SignalTaskBehaviour(activity);
  const execute = waiting.execute.bind(waiting);
  waiting.execute = (message) => {
    const isRoot = waiting.loopCharacteristics !== undefined && message.content.isRootScope === true;
    const { environment, broker } = activity;
    if (isRoot || !runContextOf(environment).computeExpression({ ...message, environment })) return execute(message);
    return broker.publish('execution', 'execute.completed', { ...message.content });
  };
  return waiting;
}
