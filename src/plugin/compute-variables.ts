import type { Scope } from '../model/expressions/expression.ts';
import type { ServiceNode } from '../model/process-model.ts';
import { evaluateMappings, variablesOf } from './job-result.ts';

/** The variables that a script task with an expression sets; undefined for a service that is called. */
export function computeVariables(service: ServiceNode | undefined, scope: Scope): Record<string, unknown> | undefined {
  if (!service?.expression) return undefined;
  const inputs = evaluateMappings(service.inputs, scope);
  return variablesOf(service, service.expression.evaluate({ ...scope, ...inputs }), scope);
}
