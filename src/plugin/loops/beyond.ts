import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { EngineActivity } from '../engine/engine-internals.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';
import { graphAround } from '../engine/slice/slice-source.ts';

/** What a way depends on besides variables. */
export interface Beyond {
  readonly model: ProcessModel;
  readonly diagram: DiagramGraph;
  readonly context: EvaluationContext;
}

export function beyondVariables(
  { model, context }: Pick<Beyond, 'model' | 'context'>,
  activity: Pick<EngineActivity, 'context'>,
): Beyond {
  return { model, context, diagram: graphAround(activity) };
}
