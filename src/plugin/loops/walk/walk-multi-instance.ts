import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { ServiceNode } from '../../../model/nodes/service-node.ts';
import { keepOutput, outputsOf } from '../../engine/multi-instance/collect-outputs.ts';
import { type MultiInstanceSize, readSize } from '../../engine/multi-instance/multi-instance-size.ts';
import {
  addToTally,
  countersOf,
  emptyTally,
  type MultiInstanceTally,
} from '../../engine/multi-instance/multi-instance-tally.ts';
import { scopeIn, type VariableScope, variablesOf, withVariables } from '../../variables/called-variables.ts';
import { computeVariables } from '../../variables/compute-variables.ts';
import type { Setting } from '../beyond.ts';
import type { RoundState } from '../path-entry.ts';

/**
 * One of the instances of a multi-instance, which go one after the other; the engine does those that are parallel in this
 * order too, each until its tokens rest.
 */
export interface Instance {
  readonly index: number;
  readonly multiInstance: MultiInstance;
  readonly size: MultiInstanceSize;
  readonly tally: MultiInstanceTally;
  readonly around: VariableScope;
}

/** @returns undefined if there is none, or if something may complete the multi-instance before the last one */
export function firstInstance(
  { nodeId, multiInstance }: { readonly nodeId: string; readonly multiInstance: MultiInstance },
  { all }: RoundState,
  around: VariableScope,
  { context }: Setting,
): Instance | undefined {
  const { condition, conditionScript, completion, votes } = multiInstance;
  if (condition || conditionScript || completion || votes) return undefined;
  const size = readSize(multiInstance, nodeId, scopeIn(around, all, context));
  if (size.instances === 0) return undefined;
  return { index: 0, multiInstance, size, tally: emptyTally(size.instances), around };
}

/** @returns undefined after the last one */
export function nextInstance(instance: Instance): Instance | undefined {
  const index = instance.index + 1;
  if (index === instance.size.instances) return undefined;
  return { ...instance, index, tally: addToTally(instance.tally, undefined) };
}

/** What expressions in an instance see. */
export function scopeOfInstance({ index, multiInstance, size, tally, around }: Instance): VariableScope {
  const { elementVariable, indexVariable, countsFrom = 0, sequential } = multiInstance;
  return {
    ...around,
    iterations: {
      ...around.iterations,
      ...(elementVariable !== undefined && { [elementVariable]: size.elements?.[index] }),
      ...(indexVariable !== undefined && { [indexVariable]: index }),
      ...countersOf(tally, sequential, index + countsFrom),
    },
  };
}

/** What the instances of a task that sets variables come to. @returns undefined as for `firstInstance` */
export function walkMultiInstance(
  service: ServiceNode & { readonly multiInstance: MultiInstance },
  before: RoundState,
  around: VariableScope,
  beyond: Setting,
): RoundState | undefined {
  const { output } = service.multiInstance;
  const first = firstInstance(service, before, around, beyond);
  let { all } = before;
  let results = first?.tally;
  for (let instance = first; instance && results; instance = nextInstance(instance)) {
    const scope = scopeOfInstance(instance);
    const own = computeVariables(service, scopeIn(scope, all, beyond.context));
    if (!own) return undefined;
    all = withVariables(all, around.callId, own);
    if (output)
      results = keepOutput(results, output, instance.index, { scope: scopeIn(scope, all, beyond.context), own });
  }
  if (output && results) all = withVariables(all, around.callId, outputsOf(output, results, variablesOf(all, around)));
  return first && { ...before, all };
}
