import type { Scope } from '../../../model/expressions/expression.ts';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { ProcessModel } from '../../../model/process-model.ts';
import type { Id } from '../../../net/state.ts';
import type { Places } from '../../state/places.ts';
import type { MultiInstanceSize } from './multi-instance-size.ts';
import { countersOf, emptyTally, type MultiInstanceTally } from './multi-instance-tally.ts';

/** The part of a run that knows iterations. */
export interface IterationHolder {
  readonly model: ProcessModel;
  readonly places: Places;
  /** By the token that arrived at the activity, as the sizes. */
  readonly tallies: Readonly<Record<Id, MultiInstanceTally>>;
  readonly sizes: Readonly<Record<Id, MultiInstanceSize>>;
}

/** The multi-instance of any activity. */
export function multiInstanceOf(model: ProcessModel, nodeId: string): MultiInstance | undefined {
  const { userTasks, services, subProcesses } = model;
  return (userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId))?.multiInstance;
}

/** How many iterations of a multi-instance are complete. @param root the token that arrived at the activity */
export function tallyOf({ tallies, sizes }: Pick<IterationHolder, 'tallies' | 'sizes'>, root: Id): MultiInstanceTally {
  return tallies[root] ?? emptyTally(sizes[root]?.instances ?? 0);
}

/** What an expression sees in an iteration, in addition to the variables: its element and the counters. Empty elsewhere. */
export function iterationVariables(
  run: IterationHolder,
  token: Id,
  tally = (root: Id): MultiInstanceTally => tallyOf(run, root),
): Scope {
  const { node = '', of, iteration } = run.places.token(token) ?? {};
  const multiInstance = multiInstanceOf(run.model, node);
  if (!multiInstance || of === undefined || iteration === undefined) return {};
  const { elementVariable, indexVariable } = multiInstance;
  return {
    ...(elementVariable !== undefined && { [elementVariable]: run.sizes[of]?.elements?.[iteration] }),
    ...(indexVariable !== undefined && { [indexVariable]: iteration }),
    ...countersOf(tally(of), multiInstance.sequential, iteration + (multiInstance.countsFrom ?? 0)),
  };
}
