import type { Scope } from '../model/expressions/expression.ts';
import { collectMapped } from '../model/mapped-values.ts';
import type { Mapping, ServiceNode } from '../model/process-model.ts';

/**
 * The variables a job's result sets: those of the output mappings where the model has any, else all of it in the
 * result variable, else the keys of the result.
 * @param scope what the mappings see beside the result
 */
export function variablesOf(service: ServiceNode, result: unknown, scope: Scope): Record<string, unknown> {
  const fields = isRecord(result) ? result : {};
  if (service.outputs.length > 0) {
    const seen = { ...scope, ...fields, result };
    return evaluateMappings(service.outputs, seen, scope);
  }
  return service.resultVariable === undefined ? fields : { [service.resultVariable]: result ?? null };
}

/** What mappings give. @param before the variables that nested targets are put into */
export function evaluateMappings(mappings: readonly Mapping[], scope: Scope, before?: Scope): Record<string, unknown> {
  const values = mappings.map((mapping) => ({ ...mapping, value: mapping.value.evaluate(scope) }));
  return collectMapped(values, before);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
