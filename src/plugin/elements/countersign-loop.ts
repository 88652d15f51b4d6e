import * as elements from 'bpmn-elements';
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

const EngineLoop = (
  elements as unknown as {
    MultiInstanceLoopCharacteristics: new (activity: object, definition: LoopDefinition) => object;
  }
).MultiInstanceLoopCharacteristics;

/**
 * Multi-instance as the model read it: collection, element variable and completion of every vendor, where the engine
 * knows one spelling only. The completion is decided by the run, which counts votes.
 */
export function CountersignLoop(
  activity: { readonly id: string; readonly environment: { readonly options: object } },
  definition: LoopDefinition,
): object {
  const countersign = runContextOf(activity.environment).countersignOf(activity.id);
  if (!countersign) return new EngineLoop(activity, definition);
  return new EngineLoop(activity, {
    ...definition,
    behaviour: {
      isSequential: countersign.sequential,
      ...(countersign.collection && { collection: COUNTERSIGN_MARKS.collection }),
      ...(countersign.elementVariable && { elementVariable: countersign.elementVariable }),
      ...(countersign.cardinality && { loopCardinality: COUNTERSIGN_MARKS.cardinality }),
      ...((countersign.condition || countersign.completion || countersign.votes) && {
        completionCondition: COUNTERSIGN_MARKS.completion,
      }),
    },
  });
}
