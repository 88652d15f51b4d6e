import * as elements from 'bpmn-elements';
import type { EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

/** Placeholder that the engine gets as the loop condition; it means "no further round". */
export const LOOP_OVER_MARK = 'ttc:loop-over';

interface Loop {
  execute(message: EngineMessage): unknown;
}

interface LoopDefinition {
  readonly behaviour?: Readonly<Record<string, unknown>>;
}

const EngineLoop = (
  elements as unknown as { StandardLoopCharacteristics: new (activity: object, definition: LoopDefinition) => Loop }
).StandardLoopCharacteristics;

/**
 * A standard loop as defined by BPMN 2.0 (13.3.6): it repeats while the condition is true. The engine inverts the
 * condition, and a loop that is tested before its first round never ends.
 */
export function WhileLoop(
  activity: {
    readonly environment: {
      readonly options: object;
      resolveExpression(text: string, message: EngineMessage): unknown;
    };
    readonly broker: { publish(exchange: string, key: string, content: object): void };
    readonly id: string;
  },
  definition: LoopDefinition,
): Loop {
  const standard = runContextOf(activity.environment).standardLoopOf(activity.id);
  if (!standard) return new EngineLoop(activity, definition);
  const loop = new EngineLoop(activity, {
    ...definition,
    behaviour: {
      ...(standard.maximum !== undefined && { loopMaximum: standard.maximum }),
      ...(standard.condition && { loopCondition: LOOP_OVER_MARK }),
    },
  });
  if (!standard.testBefore || !standard.condition) return loop;
  const execute = loop.execute.bind(loop);
  loop.execute = (message) => {
    const isOver =
      !message.fields.redelivered && activity.environment.resolveExpression(LOOP_OVER_MARK, message) === true;
    return isOver
      ? activity.broker.publish('execution', 'execute.completed', { ...message.content })
      : execute(message);
  };
  return loop;
}
