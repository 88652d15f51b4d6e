import * as elements from 'bpmn-elements';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { EngineContent, EngineMessage } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

/** Placeholders that the engine gets as expressions of a multi-instance; the run resolves them. */
export const LOOP_MARKS = {
  collection: 'ttc:countersign-collection',
  cardinality: 'ttc:countersign-cardinality',
  completion: 'ttc:countersign-completion',
} as const;

interface LoopDefinition {
  readonly behaviour?: Readonly<Record<string, unknown>>;
}

interface LoopActivity {
  readonly id: string;
  readonly executionId: string;
  readonly environment: { readonly options: object };
}

type IterationContent = EngineContent & { readonly executionId: string; readonly isMultiInstance?: boolean };
type Hear = (routingKey: string, message: { readonly content: IterationContent }) => unknown;
type Subscribe = (exchange: string, pattern: string, hear: Hear, ...options: unknown[]) => unknown;

const EngineLoop = (
  elements as unknown as {
    MultiInstanceLoopCharacteristics: new (activity: object, definition: LoopDefinition) => object;
  }
).MultiInstanceLoopCharacteristics;

/**
 * A multi-instance with the collection, element variable and completion of the model, which reads the attributes of all
 * vendors; the engine knows only one notation. The run decides about the completion, because it counts votes.
 */
export function MultiInstanceLoop(activity: LoopActivity, definition: LoopDefinition): object {
  const run = runContextOf(activity.environment);
  const multiInstance = run.multiInstanceOf(activity.id);
  if (!multiInstance) return new EngineLoop(activity, definition);
  const { environment } = activity;
  const note = (content: EngineContent) => run.noteIteration({ content, environment } as EngineMessage);
  return new EngineLoop(withOwnIterationsOnly(activity, note), {
    ...definition,
    behaviour: {
      isSequential: multiInstance.sequential,
      ...(multiInstance.collection && { collection: LOOP_MARKS.collection }),
      ...(multiInstance.elementVariable && { elementVariable: multiInstance.elementVariable }),
      ...(multiInstance.cardinality && { loopCardinality: LOOP_MARKS.cardinality }),
      ...(canEndEarly(multiInstance) && {
        completionCondition: LOOP_MARKS.completion,
      }),
    },
  });
}

/** Whether it can complete before its last iteration. */
function canEndEarly({ condition, conditionScript, completion, votes, terminable }: MultiInstance): boolean {
  return [condition, conditionScript, completion, votes, terminable].some((each) => each !== undefined);
}

/**
 * Wraps the activity so that the loop receives only events of its own iterations. If a countersign is decided early and a
 * flow leads directly back to it, its next round starts before the remaining iterations are removed. The engine would
 * count those in the new round, which would then end before all have signed.
 * @param note called for each completed iteration, before the loop handles it
 */
function withOwnIterationsOnly(activity: LoopActivity, note: (content: EngineContent) => void): LoopActivity {
  const { broker } = activity as unknown as { broker: { subscribeTmp: Subscribe } };
  const subscribeTmp: Subscribe = (exchange, pattern, hear, ...options) => {
    const own = `${activity.executionId}_`;
    const hearOwn: Hear = (routingKey, message) => {
      const { content } = message;
      if (!content.executionId.startsWith(own)) return undefined;
      if (routingKey === 'execute.completed' && content.isMultiInstance) note(content);
      return hear(routingKey, message);
    };
    return broker.subscribeTmp(exchange, pattern, exchange === 'execution' ? hearOwn : hear, ...options);
  };
  return Object.create(activity, {
    broker: { value: Object.create(broker, { subscribeTmp: { value: subscribeTmp } }) },
  });
}
