import type { Expression, Scope } from './expression.ts';
import { TEXT_NAMES } from './text-names.ts';

// A symbol travels along when a scope is spread into another, and is no name that an expression could read.
const STRICT = Symbol('what was never set is no value');

/**
 * Names that mean something wherever they stand, also before anything has set them: counters of multi-instances, what a
 * press sets, what texts can name. They are null then, and a comparison with them is false.
 */
export const STANDING_NAMES: ReadonlySet<string> = new Set([
  'nrOfInstances',
  'nrOfActiveInstances',
  'nrOfCompletedInstances',
  'numberOfInstances',
  'numberOfActiveInstances',
  'numberOfCompletedInstances',
  'numberOfTerminatedInstances',
  'loopCounter',
  'approvals',
  'rejections',
  'outcome',
  'opinions',
  'handler',
  'handlerName',
  ...TEXT_NAMES,
]);

/**
 * What a condition gives. What is missing is not "no": in any other expression a name without a value is null, and a
 * comparison with null is false.
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`: as `evaluate`; with `details.variables` where it counts on one that was
 * never set or has no value
 */
export function evaluateCondition(condition: Expression, scope: Scope): unknown {
  return condition.evaluate({ ...scope, [STRICT]: true });
}

/** Whether a condition is being evaluated. */
export function isStrict(scope: Scope): boolean {
  return (scope as { readonly [STRICT]?: boolean })[STRICT] === true;
}

/** For the parts of a condition that ask whether there is a value: `empty x`, `x == null`. */
export function withoutStrictness(scope: Scope): Scope {
  return isStrict(scope) ? { ...scope, [STRICT]: false } : scope;
}
