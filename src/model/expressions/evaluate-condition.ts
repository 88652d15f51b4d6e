import type { Expression, Scope } from './expression.ts';
import { TEXT_NAMES } from './text-names.ts';

// A symbol key is copied when a scope is spread, and cannot be read by an expression.
const STRICT = Symbol('strict');

/**
 * Predefined variables: counters of multi-instances, variables that a press sets, names for texts. Before they are set they
 * are null, and a comparison with them is false.
 */
export const PREDEFINED_NAMES: ReadonlySet<string> = new Set([
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
 * Evaluates a condition. Unlike in other expressions, an unset variable is an error instead of null: a missing value must
 * not silently mean false.
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`, as `evaluate`; `details.variables` names required variables that are not
 * set or have no value
 */
export function evaluateCondition(condition: Expression, scope: Scope): unknown {
  return condition.evaluate({ ...scope, [STRICT]: true });
}

/** Whether unset variables are errors, as in conditions. */
export function isStrict(scope: Scope): boolean {
  return (scope as { readonly [STRICT]?: boolean })[STRICT] === true;
}

/** For the operands of null checks in a condition: `empty x`, `x == null`. */
export function allowNull(scope: Scope): Scope {
  return isStrict(scope) ? { ...scope, [STRICT]: false } : scope;
}
