import type { Scope } from '../../model/expressions/expression.ts';
import type { Countersign, ProcessModel } from '../../model/process-model.ts';
import { rootOfIteration } from '../state/lineage.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { type CountersignTally, countersOf, emptyTally } from './countersign-rule.ts';
import type { EngineContent } from './engine-internals.ts';

/** The multi-instance of any activity. */
export function countersignOf(model: ProcessModel, nodeId: string): Countersign | undefined {
  const { userTasks, services, subProcesses } = model;
  return (userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId))?.countersign;
}

/** How many iterations of the multi-instance around an iteration are complete. */
export function tallyOf(tallies: Readonly<Record<string, CountersignTally>>, content: EngineContent): CountersignTally {
  return tallies[rootOfIteration(content.executionId ?? '')] ?? emptyTally(content.loopCardinality ?? 0);
}

/** What an expression sees in an iteration, in addition to the variables: its element and the counters. Empty elsewhere. */
export function iterationVariables(
  model: ProcessModel,
  tallies: Readonly<Record<string, CountersignTally>>,
  content: EngineContent,
): Scope {
  const countersign = content.id === undefined ? undefined : countersignOf(model, nodeIdOf(content.id));
  if (!countersign || content.index === undefined) return {};
  const { elementVariable, indexVariable } = countersign;
  return {
    ...(elementVariable !== undefined && { [elementVariable]: content[elementVariable] }),
    ...(indexVariable !== undefined && { [indexVariable]: content.index }),
    ...countersOf(tallyOf(tallies, content), countersign.sequential, content.index + (countersign.countsFrom ?? 0)),
  };
}
