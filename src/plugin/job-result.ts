import type { Scope } from '../model/expressions/expression.ts';
import type { ServiceNode } from '../model/process-model.ts';

/**
 * The variables a job's result sets: those of the output mappings where the model has any, else all of it in the
 * result variable, else the keys of the result.
 * @param scope what the mappings see beside the result
 */
export function variablesOf(service: ServiceNode, result: unknown, scope: Scope): Record<string, unknown> {
  const fields = isRecord(result) ? result : {};
  if (service.outputs.length > 0) {
    const seen = { ...scope, ...fields, result };
    return Object.fromEntries(service.outputs.map(({ name, value }) => [name, value.evaluate(seen)]));
  }
  return service.resultVariable === undefined ? fields : { [service.resultVariable]: result ?? null };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
