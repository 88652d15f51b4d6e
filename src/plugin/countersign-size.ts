import { StepError } from '../errors.ts';
import type { Scope } from '../model/expressions/expression.ts';
import type { Countersign } from '../model/process-model.ts';

/** @throws {StepError} `ERR_EXPRESSION_FAILED`: it is not a list, which the engine would take for an empty one or worse */
export function resolveCollection(countersign: Countersign | undefined, nodeId: string, scope: Scope): unknown[] {
  const value = countersign?.collection?.evaluate(scope);
  if (Array.isArray(value)) return value;
  const named = countersign?.collectionByName && typeof value === 'string' ? ownValue(scope, value) : undefined;
  if (Array.isArray(named)) return named;
  const { text } = countersign?.collection ?? {};
  throw new StepError('ERR_EXPRESSION_FAILED', `The collection of ${nodeId}, ${text}, is not a list.`);
}

function ownValue(scope: Scope, name: string): unknown {
  return Object.hasOwn(scope, name) ? scope[name] : undefined;
}

/** @throws {StepError} `ERR_EXPRESSION_FAILED`: it is not a whole number from 0 */
export function resolveCardinality(countersign: Countersign | undefined, nodeId: string, scope: Scope): number {
  const value = Number(countersign?.cardinality?.evaluate(scope) ?? Number.NaN);
  if (Number.isInteger(value) && value >= 0) return value;
  const { text } = countersign?.cardinality ?? {};
  throw new StepError('ERR_EXPRESSION_FAILED', `The cardinality of ${nodeId}, ${text}, is not a whole number from 0.`);
}
