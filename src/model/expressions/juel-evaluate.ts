import { writeInstant } from './date-time.ts';
import { contextOf } from './evaluation-context.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { Scope } from './expression.ts';
import { callHostFunction } from './host-functions.ts';
import { CLOCK_FUNCTIONS } from './juel-call.ts';
import { areEqual, compareValues, isEmpty, toBoolean, toNumber } from './juel-coerce.ts';
import { EXECUTION_NAMES, executionData, readExecution } from './juel-execution.ts';
import type { BinaryOperator, JuelNode } from './juel-node.ts';
import { applyVariableFunction } from './juel-variable-functions.ts';
import { callMethod } from './methods/call-method.ts';
import { isPlainObject, readOwn } from './plain-data.ts';

/** @throws {EvaluationError} where the values at hand do not allow an operation */
export function evaluateJuel(node: JuelNode, scope: Scope): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return EXECUTION_NAMES.has(node.name) && !Object.hasOwn(scope, node.name)
        ? executionData(scope)
        : readOwn(scope, node.name);
    case 'member':
      if (isOfHost(node.path, scope)) return callHostFunction(node.path, [], contextOf(scope)?.functions);
      return readMember(evaluateJuel(node.object, scope), evaluateJuel(node.key, scope));
    case 'function':
      return callFunction(node, scope);
    case 'method':
      return applyMethod(node, scope);
    case 'variable-function':
      return applyVariableFunction(node.function, readOwn(scope, node.variable), evaluateAll(node.args, scope));
    case 'execution':
      return readExecution(node.key, scope, evaluateAll(node.args, scope));
    case 'unary':
      return applyUnary(node, scope);
    case 'binary':
      return applyBinary(node, scope);
    case 'conditional':
      return evaluateJuel(toBoolean(evaluateJuel(node.test, scope)) ? node.consequent : node.alternate, scope);
  }
}

function evaluateAll(nodes: readonly JuelNode[], scope: Scope): readonly unknown[] {
  return nodes.map((node) => evaluateJuel(node, scope));
}

function isOfHost(path: string | undefined, scope: Scope): path is string {
  return path !== undefined && contextOf(scope)?.functions.has(path) === true;
}

function callFunction({ name, args }: JuelNode & { kind: 'function' }, scope: Scope): unknown {
  const context = contextOf(scope);
  if (!CLOCK_FUNCTIONS.has(name) || context?.functions.has(name) === true) {
    return callHostFunction(name, evaluateAll(args, scope), context?.functions);
  }
  if (context === undefined) throw new EvaluationError(`\`${name}()\` has no time here`);
  return writeInstant(context.now, context.timeZone);
}

function applyMethod({ of, target, name, args, path }: JuelNode & { kind: 'method' }, scope: Scope): unknown {
  const context = contextOf(scope);
  if (path !== undefined && (of === 'host' || isOfHost(path, scope))) {
    return callHostFunction(path, evaluateAll(args, scope), context?.functions);
  }
  const value = evaluateJuel(target, scope);
  if (path !== undefined && value === null) {
    throw new EvaluationError(
      `\`${path}\` is called on null; where it is a bean, pass \`${path}\` in expressions.functions`,
    );
  }
  return callMethod(value, name, evaluateAll(args, scope), context?.timeZone ?? 'UTC');
}

function readMember(object: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  if (key === 'length' && (typeof object === 'string' || Array.isArray(object))) return object.length;
  return Array.isArray(object) || isPlainObject(object) ? readOwn(object, String(key)) : null;
}

function applyUnary(node: JuelNode & { kind: 'unary' }, scope: Scope): unknown {
  const value = evaluateJuel(node.operand, scope);
  switch (node.operator) {
    case '!':
      return !toBoolean(value);
    case 'empty':
      return isEmpty(value);
    case '-':
      return 0 - toNumber(value);
  }
}

function applyBinary({ operator, left, right }: JuelNode & { kind: 'binary' }, scope: Scope): unknown {
  const a = evaluateJuel(left, scope);
  if (operator === '&&') return toBoolean(a) && toBoolean(evaluateJuel(right, scope));
  if (operator === '||') return toBoolean(a) || toBoolean(evaluateJuel(right, scope));
  return combine(operator, a, evaluateJuel(right, scope));
}

function combine(operator: Exclude<BinaryOperator, '&&' | '||'>, a: unknown, b: unknown): unknown {
  switch (operator) {
    case '==':
      return areEqual(a, b);
    case '!=':
      return !areEqual(a, b);
    case '<':
      return (compareValues(a, b) ?? 0) < 0;
    case '>':
      return (compareValues(a, b) ?? 0) > 0;
    case '<=':
      return (compareValues(a, b) ?? 1) <= 0;
    case '>=':
      return (compareValues(a, b) ?? -1) >= 0;
    default:
      return calculate(operator, toNumber(a), toNumber(b));
  }
}

function calculate(operator: '+' | '-' | '*' | '/' | '%', a: number, b: number): number {
  if ((operator === '/' || operator === '%') && b === 0) throw new EvaluationError('it divides by zero');
  const result = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b }[operator];
  if (!Number.isFinite(result)) throw new EvaluationError('a result is out of range');
  return result;
}
