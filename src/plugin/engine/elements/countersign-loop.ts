import * as elements from 'bpmn-elements';
import type { Countersign } from '../../../model/process-model.ts';
import type { EngineContent, EngineMessage } from '../engine-internals.ts';
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

type IterationContent = EngineContent & { readonly executionId: string; readonly isMultiInstance?: boolean };
type Hear = (routingKey: string, message: { readonly content: IterationContent }) => unknown;
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
  const run = runContextOf(activity.environment);
  const countersign = run.countersignOf(activity.id);
  if (!countersign) return new EngineLoop(activity, definition);
  const { environment } = activity;
  const note = (content: EngineContent) => run.noteIteration({ content, environment } as EngineMessage);
  return new EngineLoop(hearingOwnIterations(activity, note), {
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
 * @param note is told of each that ends, before the loop is
 */
function hearingOwnIterations(activity: LoopActivity, note: (content: EngineContent) => void): LoopActivity {
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
