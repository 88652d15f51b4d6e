import type { Scope } from '../../model/expressions/expression.ts';
import { collectMapped, type MappedValue } from '../../model/mapped-values.ts';
import type { Mapping, ServiceNode } from '../../model/process-model.ts';

/** What a job gives whose outputs are scripts in part. */
export interface ScriptedResult {
  readonly result: unknown;
  readonly outputs: readonly MappedValue[];
}

/**
 * The variables a job's result sets: those of the output mappings where the model has any, of an external task of
 * Camunda 7 with the keys of the result; else all of it in the result variable, else the keys of the result.
 * @param scope what the mappings see beside the result
 */
export function variablesOf(service: ServiceNode, given: unknown, scope: Scope): Record<string, unknown> {
  const { result, outputs } = service.outputScripts ? (given as ScriptedResult) : { result: given, outputs: [] };
  if (service.outputs.length + outputs.length > 0) {
    const seen = withResult(service, result, scope);
    const mapped = collectMapped([...valuesOf(service.outputs, seen, scope), ...outputs], scope);
    return service.keepsFields ? { ...withoutInputs(service, result), ...mapped } : mapped;
  }
  const fields = isRecord(result) ? result : {};
  return service.resultVariable === undefined ? fields : { [service.resultVariable]: result ?? null };
}

/** A field that has the name of an input stays with the task, as in Camunda 7. */
function withoutInputs({ inputs }: ServiceNode, result: unknown): Record<string, unknown> {
  const own = new Set(inputs.filter(({ field }) => !field).map(({ name }) => name));
  return Object.fromEntries(Object.entries(isRecord(result) ? result : {}).filter(([name]) => !own.has(name)));
}

/** What outputs see: the variables, the fields of the result, and all of it as `result` and under its own name. */
export function withResult(
  { resultVariable }: Pick<ServiceNode, 'resultVariable'>,
  result: unknown,
  variables: Scope,
): Scope {
  const named = resultVariable === undefined ? {} : { [resultVariable]: result ?? null };
  return { ...variables, ...(isRecord(result) ? result : {}), result, ...named };
}

/** What mappings give. @param before the variables that nested targets are put into */
export function evaluateMappings(mappings: readonly Mapping[], scope: Scope, before?: Scope): Record<string, unknown> {
  return collectMapped(valuesOf(mappings, scope, before), before);
}

/** What an output sees of the inputs of its service beside the variables, as in Camunda 7 and 8. */
export function withInputs({ inputs, outputs }: Pick<ServiceNode, 'inputs' | 'outputs'>, scope: Scope): Scope {
  const seen = outputs.length === 0 ? [] : inputs.filter(({ field }) => !field);
  return seen.length === 0 ? scope : { ...scope, ...evaluateMappings(seen, scope) };
}

/** In the order of the file: each sees what those before it give, as in Camunda 7 and 8. */
function valuesOf(mappings: readonly Mapping[], scope: Scope, before?: Scope): readonly MappedValue[] {
  const given: MappedValue[] = [];
  let seen = scope;
  for (const mapping of mappings) {
    const { value, field, ...place } = mapping;
    const mapped = { ...place, value: value.evaluate(seen) };
    given.push(mapped);
    if (!field) seen = { ...seen, ...collectMapped([mapped], Object.hasOwn(seen, mapped.name) ? seen : before) };
  }
  return given;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
