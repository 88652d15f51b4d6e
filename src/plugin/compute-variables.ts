import type { Scope } from '../model/expressions/expression.ts';
import type { ServiceNode } from '../model/process-model.ts';
import { variablesOf } from './job-result.ts';

/** The variables that a script task with an expression sets; undefined for a service that is called. */
export function computeVariables(service: ServiceNode | undefined, scope: Scope): Record<string, unknown> | undefined {
  if (service?.assign)
    return Object.fromEntries(service.assign.map(({ name, value }) => [name, value.evaluate(scope)]));
  if (!service?.expression) return undefined;
  const inputs = service.inputs.map(({ name, value }) => [name, value.evaluate(scope)]);
  return variablesOf(service, service.expression.evaluate({ ...scope, ...Object.fromEntries(inputs) }), scope);
}
