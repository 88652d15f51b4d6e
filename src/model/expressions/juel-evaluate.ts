import { EvaluationError } from './evaluation-error.ts';
import type { Scope } from './expression.ts';
import { areEqual, compareValues, isEmpty, toBoolean, toNumber } from './juel-coerce.ts';
import type { BinaryOperator, JuelNode } from './juel-tree.ts';
import { isPlainObject, readOwn } from './plain-data.ts';

/** @throws {EvaluationError} where the values at hand do not allow an operation */
export function evaluateJuel(node: JuelNode, scope: Scope): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return readOwn(scope, node.name);
    case 'member':
      return readMember(evaluateJuel(node.object, scope), evaluateJuel(node.key, scope));
    case 'unary':
      return applyUnary(node, scope);
    case 'binary':
      return applyBinary(node, scope);
    case 'conditional':
      return evaluateJuel(toBoolean(evaluateJuel(node.test, scope)) ? node.consequent : node.alternate, scope);
  }
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
