import type { Scope } from '../../model/expressions/expression.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import { evaluateMappings, variablesOf, withInputs } from '../apply/jobs/job-result.ts';

/** The variables that a script task with an expression sets; undefined for a service that the host provides. */
export function computeVariables(service: ServiceNode | undefined, scope: Scope): Record<string, unknown> | undefined {
  if (service?.assign)
    return Object.fromEntries(service.assign.map(({ name, value }) => [name, value.evaluate(scope)]));
  if (!service?.expression) return undefined;
  const inputs = evaluateMappings(service.inputs, scope);
  const result = service.expression.evaluate({ ...scope, ...inputs });
  // Without a result variable the result is dropped, as in the engines that have such tasks.
  return service.resultVariable === undefined && service.outputs.length === 0
    ? {}
    : variablesOf(service, result, withInputs(service, scope));
}
