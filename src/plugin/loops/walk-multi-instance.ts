import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import { keepOutput, outputsOf } from '../engine/multi-instance/collect-outputs.ts';
import { readSize } from '../engine/multi-instance/multi-instance-size.ts';
import { addToTally, countersOf, emptyTally } from '../engine/multi-instance/multi-instance-tally.ts';
import {
  scopeIn,
  type VariableScope,
  type Variables,
  variablesOf,
  withVariables,
} from '../variables/called-variables.ts';
import { computeVariables } from '../variables/compute-variables.ts';
import type { Beyond } from './beyond.ts';
import type { RoundState } from './path-entry.ts';

/**
 * What the iterations of a task that sets variables come to, one after the other; the engine does those that are parallel
 * in this order too.
 * @returns undefined if there is none, or if something may complete it before the last one
 */
export function walkMultiInstance(
  service: ServiceNode & { readonly multiInstance: MultiInstance },
  before: RoundState,
  scope: VariableScope,
  { context }: Beyond,
): RoundState | undefined {
  const { nodeId, multiInstance } = service;
  const { condition, conditionScript, completion, votes, output } = multiInstance;
  if (condition || conditionScript || completion || votes) return undefined;
  const { instances, elements } = readSize(multiInstance, nodeId, scopeIn(scope, before.all, context));
  if (instances === 0) return undefined;
  let { all } = before;
  let tally = emptyTally(instances);
  for (let index = 0; index < instances; index += 1) {
    const { elementVariable, indexVariable, countsFrom = 0, sequential } = multiInstance;
    const iterations: Variables = {
      ...scope.iterations,
      ...(elementVariable !== undefined && { [elementVariable]: elements?.[index] }),
      ...(indexVariable !== undefined && { [indexVariable]: index }),
      ...countersOf(tally, sequential, index + countsFrom),
    };
    const inside = { ...scope, iterations };
    const own = computeVariables(service, scopeIn(inside, all, context));
    if (!own) return undefined;
    all = withVariables(all, scope.callId, own);
    const counted = addToTally(tally, undefined);
    tally = output ? keepOutput(counted, output, index, { scope: scopeIn(inside, all, context), own }) : counted;
  }
  if (output) all = withVariables(all, scope.callId, outputsOf(output, tally, variablesOf(all, scope)));
  return { ...before, all };
}
