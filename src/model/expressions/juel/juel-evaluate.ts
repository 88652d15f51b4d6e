import { writeInstant } from '../date-time.ts';
import { allowNull, isStrict, PREDEFINED_NAMES } from '../evaluate-condition.ts';
import { contextOf } from '../evaluation-context.ts';
import type { Scope } from '../expression.ts';
import { EvaluationError, NotSetError, neverSet } from '../expression-errors.ts';
import { callHostFunction } from '../host-functions.ts';
import { callMethod, getterMember } from '../methods/call-method.ts';
import { isPlainObject, readOwn } from '../plain-data.ts';
import { CLOCK_FUNCTIONS } from './juel-call.ts';
import { areEqual, compareValues, isEmpty, toBoolean, toNumber } from './juel-coerce.ts';
import { EXECUTION_NAMES, executionData, readExecution } from './juel-execution.ts';
import type { BinaryOperator, JuelNode } from './juel-node.ts';
import { applyVariableFunction } from './juel-variable-functions.ts';

/** @throws {EvaluationError} an operation is not possible with the current values */
export function evaluateJuel(node: JuelNode, scope: Scope): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return readName(node, scope);
    case 'member':
      return readMember(node, scope);
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
      return evaluateJuel(readTruth(node.test, scope) ? node.consequent : node.alternate, scope);
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
  if (context === undefined) throw new EvaluationError(`\`${name}()\` cannot be used here: there is no current time`);
  return writeInstant(context.now, context.timeZone);
}

function applyMethod(node: JuelNode & { kind: 'method' }, scope: Scope): unknown {
  const { of, target, name, args, path } = node;
  const context = contextOf(scope);
  if (path !== undefined && (of === 'host' || isOfHost(path, scope))) {
    return callHostFunction(path, evaluateAll(args, scope), context?.functions);
  }
  const value = evaluateJuel(target, scope);
  if (value === null) {
    const hint = path === undefined ? '' : `; if it is a bean, pass \`${path}\` in expressions.functions`;
    if (isStrict(scope)) refuseNull(target, `\`${name}\` cannot be called on it${hint}`);
    throw new EvaluationError(`\`${describeCall(node)}\` is called on null${hint}`);
  }
  const member = of === 'getter' && isStrict(scope) ? getterMember(name, args.length) : undefined;
  if (member !== undefined && isPlainObject(value) && !Object.hasOwn(value, member)) {
    throw neverSet([`${describe(target) ?? describeCall(target) ?? '…'}.${member}`]);
  }
  return callMethod(value, name, evaluateAll(args, scope), context?.timeZone ?? 'UTC');
}

function readName(node: JuelNode & { kind: 'name' }, scope: Scope): unknown {
  if (Object.hasOwn(scope, node.name)) return readOwn(scope, node.name);
  if (EXECUTION_NAMES.has(node.name)) return executionData(scope);
  if (isStrict(scope)) requireSet(node);
  return null;
}

function readMember(node: JuelNode & { kind: 'member' }, scope: Scope): unknown {
  if (isOfHost(node.path, scope)) return callHostFunction(node.path, [], contextOf(scope)?.functions);
  const object = evaluateJuel(node.object, scope);
  const key = evaluateJuel(node.key, scope);
  if (key === 'length' && (typeof object === 'string' || Array.isArray(object))) return object.length;
  const name = typeof key === 'number' ? String(key) : key;
  if (typeof name === 'string' && Array.isArray(object)) return readOwn(object, name);
  const isThere = typeof name === 'string' && isPlainObject(object) && Object.hasOwn(object, name);
  if (isThere) return readOwn(object, name);
  if (isStrict(scope)) requireSet(node);
  return null;
}

function applyUnary(node: JuelNode & { kind: 'unary' }, scope: Scope): unknown {
  switch (node.operator) {
    case '!':
      return !readTruth(node.operand, scope);
    case 'empty':
      return isEmpty(evaluateJuel(node.operand, isNullCheck(node.operand) ? allowNull(scope) : scope));
    case '-':
      return 0 - toNumber(readOperand(node.operand, scope, '-'));
  }
}

/** Evaluates an operand that must be true or false. */
function readTruth(node: JuelNode, scope: Scope): boolean {
  const value = evaluateJuel(node, scope);
  if (isStrict(scope) && (value === null || value === '')) refuseNull(node, 'is neither true nor false');
  return toBoolean(value);
}

/** Evaluates an operand of a comparison or of arithmetic. */
function readOperand(node: JuelNode, scope: Scope, operator: string): unknown {
  const value = evaluateJuel(node, scope);
  if (isStrict(scope) && value === null) refuseNull(node, `cannot be an operand of \`${operator}\``);
  return value;
}

function applyBinary({ operator, left, right }: JuelNode & { kind: 'binary' }, scope: Scope): unknown {
  switch (operator) {
    case '&&':
      return readTruth(left, scope) && readTruth(right, scope);
    case '||':
      return readTruth(left, scope) || readTruth(right, scope);
    case '==':
    case '!=': {
      const seen = isNullCheck(left, right) ? allowNull(scope) : scope;
      return areEqual(evaluateJuel(left, seen), evaluateJuel(right, seen)) === (operator === '==');
    }
    default:
      return combine(operator, readOperand(left, scope, operator), readOperand(right, scope, operator));
  }
}

function combine(operator: Exclude<BinaryOperator, '&&' | '||' | '==' | '!='>, a: unknown, b: unknown): unknown {
  switch (operator) {
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

/**
 * Whether a variable or member is checked for null: `empty x`, `x == null`.
 * @param other the other operand; absent for `empty`
 */
function isNullCheck(node: JuelNode, other?: JuelNode): boolean {
  if (other === undefined) return isPath(node);
  return (isPath(node) && isNull(other)) || (isNull(node) && isPath(other));
}

function isPath({ kind }: JuelNode): boolean {
  return kind === 'name' || kind === 'member';
}

function isNull(node: JuelNode): boolean {
  return node.kind === 'literal' && node.value === null;
}

/** @throws {NotSetError} unless the variable is predefined */
function requireSet(node: JuelNode): void {
  if (!isPredefined(node)) throw neverSet([describe(node) ?? 'a member']);
}

/** @throws {NotSetError} unless the variable is predefined */
function refuseNull(node: JuelNode, why: string): void {
  if (isPredefined(node)) return;
  const what = describe(node) ?? describeCall(node);
  let called = node;
  while (called.kind === 'method') called = called.target;
  const name = describe(called);
  throw new NotSetError(
    `${what === undefined ? 'a part of it' : `\`${what}\``} has no value, and ${why}`,
    name === undefined ? [] : [name],
  );
}

/** A call, without arguments that are not written in it. */
function describeCall(node: JuelNode): string | undefined {
  if (node.kind !== 'method' && node.kind !== 'function') return undefined;
  const args = node.args.map((each) => (each.kind === 'literal' ? JSON.stringify(each.value) : '…')).join(', ');
  const target = node.kind === 'method' ? `${describe(node.target) ?? describeCall(node.target) ?? '…'}.` : '';
  return `${target}${node.name}(${args})`;
}

function isPredefined(node: JuelNode): boolean {
  return node.kind === 'name' && PREDEFINED_NAMES.has(node.name);
}

/** The path as written; undefined if the node is not a path. */
function describe(node: JuelNode): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind === 'variable-function') return node.variable;
  if (node.kind === 'execution') return describeExecution(node);
  if (node.kind !== 'member') return undefined;
  const object = describe(node.object);
  if (object === undefined) return undefined;
  const isName = node.key.kind === 'literal' && typeof node.key.value === 'string';
  if (isName) return `${object}.${node.key.value}`;
  return `${object}[${node.key.kind === 'literal' ? node.key.value : (describe(node.key) ?? '…')}]`;
}

function describeExecution({ key, args: [name] }: JuelNode & { kind: 'execution' }): string | undefined {
  if (key === 'getVariables/0') return 'variables';
  return name?.kind === 'literal' ? String(name.value) : undefined;
}
