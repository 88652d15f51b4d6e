import type { Scope } from '../../../model/expressions/expression.ts';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { ProcessModel } from '../../../model/process-model.ts';
import { rootOfIteration } from '../../state/lineage.ts';
import { nodeIdOf } from '../copies/copy-id.ts';
import type { EngineContent } from '../engine-internals.ts';
import { countersOf, emptyTally, type MultiInstanceTally } from './multi-instance-tally.ts';

/** The multi-instance of any activity. */
export function multiInstanceOf(model: ProcessModel, nodeId: string): MultiInstance | undefined {
  const { userTasks, services, subProcesses } = model;
  return (userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId))?.multiInstance;
}

/** How many iterations of the multi-instance around an iteration are complete. */
export function tallyOf(
  tallies: Readonly<Record<string, MultiInstanceTally>>,
  content: EngineContent,
): MultiInstanceTally {
  return tallies[rootOfIteration(content.executionId ?? '')] ?? emptyTally(content.loopCardinality ?? 0);
}

/** What an expression sees in an iteration, in addition to the variables: its element and the counters. Empty elsewhere. */
export function iterationVariables(
  model: ProcessModel,
  tallies: Readonly<Record<string, MultiInstanceTally>>,
  content: EngineContent,
): Scope {
  const multiInstance = content.id === undefined ? undefined : multiInstanceOf(model, nodeIdOf(content.id));
  if (!multiInstance || content.index === undefined) return {};
  const { elementVariable, indexVariable } = multiInstance;
  return {
    ...(elementVariable !== undefined && { [elementVariable]: content[elementVariable] }),
    ...(indexVariable !== undefined && { [indexVariable]: content.index }),
    ...countersOf(tallyOf(tallies, content), multiInstance.sequential, content.index + (multiInstance.countsFrom ?? 0)),
  };
}
