import * as elements from 'bpmn-elements';
import type { Countersign } from '../../model/process-model.ts';
import { runContextOf } from '../run-context.ts';

/** What the engine is given as expressions of a countersign; the run evaluates, checks and counts. */
export const COUNTERSIGN_MARKS = {
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

type Hear = (routingKey: string, message: { readonly content: { readonly executionId: string } }) => unknown;
type Subscribe = (exchange: string, pattern: string, hear: Hear, ...options: unknown[]) => unknown;

const EngineLoop = (
  elements as unknown as {
    MultiInstanceLoopCharacteristics: new (activity: object, definition: LoopDefinition) => object;
  }
).MultiInstanceLoopCharacteristics;

/**
 * Multi-instance as the model read it: collection, element variable and completion of every vendor, where the engine
 * knows one spelling only. The completion is decided by the run, which counts votes.
 */
export function CountersignLoop(activity: LoopActivity, definition: LoopDefinition): object {
  const countersign = runContextOf(activity.environment).countersignOf(activity.id);
  if (!countersign) return new EngineLoop(activity, definition);
  return new EngineLoop(hearingOwnIterations(activity), {
    ...definition,
    behaviour: {
      isSequential: countersign.sequential,
      ...(countersign.collection && { collection: COUNTERSIGN_MARKS.collection }),
      ...(countersign.elementVariable && { elementVariable: countersign.elementVariable }),
      ...(countersign.cardinality && { loopCardinality: COUNTERSIGN_MARKS.cardinality }),
      ...(isAsked(countersign) && {
        completionCondition: COUNTERSIGN_MARKS.completion,
      }),
    },
  });
}

/** Whether it may be over before all of it is. */
function isAsked({ condition, conditionScript, completion, votes, terminable }: Countersign): boolean {
  return [condition, conditionScript, completion, votes, terminable].some((each) => each !== undefined);
}

/**
 * The activity, as a loop sees it that hears of its own iterations only. Where a countersign is decided early and leads
 * straight back to itself, its next round begins before those it did without are taken away, and the engine would count
 * them in that round: it would be over before all had signed.
 */
function hearingOwnIterations(activity: LoopActivity): LoopActivity {
  const { broker } = activity as unknown as { broker: { subscribeTmp: Subscribe } };
  const subscribeTmp: Subscribe = (exchange, pattern, hear, ...options) => {
    const own = `${activity.executionId}_`;
    const hearOwn: Hear = (routingKey, message) =>
      message.content.executionId.startsWith(own) ? hear(routingKey, message) : undefined;
    return broker.subscribeTmp(exchange, pattern, exchange === 'execution' ? hearOwn : hear, ...options);
  };
  return Object.create(activity, {
    broker: { value: Object.create(broker, { subscribeTmp: { value: subscribeTmp } }) },
  });
}
