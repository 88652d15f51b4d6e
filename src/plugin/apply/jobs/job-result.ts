import type { Scope } from '../../../model/expressions/expression.ts';
import { collectMapped, type MappedValue } from '../../../model/mapped-values.ts';
import type { Mapping } from '../../../model/nodes/mapping.ts';
import type { ServiceNode } from '../../../model/nodes/service-node.ts';

/** Result of a job with output mappings that are scripts. */
export interface ScriptedResult {
  readonly result: unknown;
  readonly outputs: readonly MappedValue[];
}

/**
 * Returns the variables that the result of a job sets. With output mappings: the mapped variables, and for an external
 * task of Camunda 7 also the fields of the result. Without: the result variable if there is one, else the fields of the
 * result.
 * @param scope the other variables that the mappings can read
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

/** A field with the name of an input is local to the task, as in Camunda 7. */
function withoutInputs({ inputs }: ServiceNode, result: unknown): Record<string, unknown> {
  const own = new Set(inputs.filter(({ field }) => !field).map(({ name }) => name));
  return Object.fromEntries(Object.entries(isRecord(result) ? result : {}).filter(([name]) => !own.has(name)));
}

/** The scope of output mappings: the variables, the fields of the result, and the whole result as `result` and as its result variable. */
export function withResult(
  { resultVariable }: Pick<ServiceNode, 'resultVariable'>,
  result: unknown,
  variables: Scope,
): Scope {
  const named = resultVariable === undefined ? {} : { [resultVariable]: result ?? null };
  return { ...variables, ...(isRecord(result) ? result : {}), result, ...named };
}

/** Evaluates mappings. @param before the variables into which nested targets are merged */
export function evaluateMappings(mappings: readonly Mapping[], scope: Scope, before?: Scope): Record<string, unknown> {
  return collectMapped(valuesOf(mappings, scope, before), before);
}

/** Adds the inputs of a service to the scope of its output mappings, as in Camunda 7 and 8. */
export function withInputs({ inputs, outputs }: Pick<ServiceNode, 'inputs' | 'outputs'>, scope: Scope): Scope {
  const seen = outputs.length === 0 ? [] : inputs.filter(({ field }) => !field);
  return seen.length === 0 ? scope : { ...scope, ...evaluateMappings(seen, scope) };
}

/** Evaluates mappings in the order of the file; each can read the results of earlier ones, as in Camunda 7 and 8. */
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
