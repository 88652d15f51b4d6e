import jsep from 'jsep';
import { GrammarError } from '../expression-errors.ts';
import { UNSAFE_NAMES } from '../plain-data.ts';
import { dottedPath, readCall } from './juel-call.ts';
import { EXECUTION_NAMES, executionProperty } from './juel-execution.ts';
import { BINARY_OPERATORS, type JuelNode, type UnaryOperator } from './juel-node.ts';
import { findComma, replaceWordOperators } from './juel-scan.ts';

const UNARY_OPERATORS: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', '!'],
  ['-', '-'],
  ['~', 'empty'],
]);
const NAME = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}_$]*$/u;

/** @throws {GrammarError} for everything that `../README.md` does not list */
export function parseJuel(text: string): JuelNode {
  const tree = readNode(parseText(replaceWordOperators(text)));
  const comma = findComma(text);
  if (comma !== undefined) throw new GrammarError('a comma has no meaning here', comma);
  return tree;
}

function parseText(text: string): jsep.Expression {
  if (text.trim() === '') throw new GrammarError('it is empty', 0);
  try {
    return jsep(text);
  } catch (error) {
    if (!(error instanceof Error) || !('description' in error) || !('index' in error)) throw error;
    throw new GrammarError(String(error.description), typeof error.index === 'number' ? error.index : undefined);
  }
}

function readNode(node: jsep.Expression): JuelNode {
  const known = node as jsep.CoreExpression;
  switch (known.type) {
    case 'Literal':
      return readLiteral(known as jsep.Literal);
    case 'Identifier':
      return readName(known as jsep.Identifier);
    case 'MemberExpression':
      return readMember(known as jsep.MemberExpression);
    case 'UnaryExpression':
      return readUnary(known as jsep.UnaryExpression);
    case 'BinaryExpression':
      return readBinary(known as jsep.BinaryExpression);
    case 'ConditionalExpression':
      return readConditional(known as jsep.ConditionalExpression);
    case 'CallExpression':
      return readServiceCall(known as jsep.CallExpression) ?? readCall(known as jsep.CallExpression, readNode);
    case 'ArrayExpression':
      throw new GrammarError('lists cannot be written in an expression; put the list into a variable');
    case 'ThisExpression':
      throw new GrammarError('`this` has no meaning here');
    default:
      throw new GrammarError('it is not a single expression: an operator is missing between two parts');
  }
}

function readLiteral({ value }: jsep.Literal): JuelNode {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return { kind: 'literal', value };
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'literal', value };
  throw new GrammarError('a number is out of range');
}

function readName({ name }: jsep.Identifier): JuelNode {
  if (name === 'environment') throw refuseEnvironment(undefined);
  checkName(name);
  return { kind: 'name', name };
}

function checkName(name: string): void {
  if (!NAME.test(name))
    throw new GrammarError('a name contains a character that is neither letter, digit, `_` nor `$`');
  if (UNSAFE_NAMES.has(name)) throw new GrammarError(`\`${name}\` is not data of the process`);
}

function readMember(node: jsep.MemberExpression): JuelNode {
  if (node.optional) throw new GrammarError('`?.` is not needed: a member of null is null; write `.`');
  const key = staticKey(node);
  if (isName(node.object, 'environment')) {
    if (key === 'variables') return { kind: 'execution', key: 'getVariables/0', args: [] };
    throw refuseEnvironment(key);
  }
  if (key !== undefined) checkKey(key, node.computed);
  if (isEnvironmentVariables(node.object)) {
    if (key === undefined) throw new GrammarError('`environment.variables` needs a name after it, not an index');
    return { kind: 'name', name: key };
  }
  if (
    key !== undefined &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    EXECUTION_NAMES.has(String(node.object.name))
  ) {
    return { kind: 'execution', key: executionProperty(key), args: [] };
  }
  const object = readNode(node.object);
  const path = dottedPath(node);
  return {
    kind: 'member',
    object,
    key: key === undefined ? readNode(node.property) : { kind: 'literal', value: key },
    ...(path === undefined ? {} : { path }),
  };
}

function checkKey(key: string, computed: boolean): void {
  if (!computed) checkName(key);
  else if (UNSAFE_NAMES.has(key)) throw new GrammarError(`\`${key}\` is not data of the process`);
}

function staticKey(node: jsep.MemberExpression): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? String(node.property.name) : undefined;
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : undefined;
}

function isName(node: jsep.Expression, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isEnvironmentVariables(node: jsep.Expression): boolean {
  if (node.type !== 'MemberExpression') return false;
  const member = node as jsep.MemberExpression;
  return isName(member.object, 'environment') && staticKey(member) === 'variables';
}

function refuseEnvironment(key: string | undefined): GrammarError {
  switch (key) {
    case 'services':
      return new GrammarError('of `environment.services` only `environment.services.<name>(…)` can be called');
    case 'output':
      return new GrammarError(
        'results of tasks are variables here, there is no `environment.output`; name the variable',
      );
    default:
      return new GrammarError('of `environment` only `environment.variables.<name>` can be read');
  }
}

/** `environment.services.name(…)` of bpmn-engine calls a function of the host. */
function readServiceCall({ callee, arguments: given }: jsep.CallExpression): JuelNode | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const { object } = callee as jsep.MemberExpression;
  const name = staticKey(callee as jsep.MemberExpression);
  if (name === undefined || object.type !== 'MemberExpression') return undefined;
  const services = object as jsep.MemberExpression;
  if (!isName(services.object, 'environment') || staticKey(services) !== 'services') return undefined;
  checkName(name);
  return { kind: 'function', name, args: given.map(readNode) };
}

function readUnary(node: jsep.UnaryExpression): JuelNode {
  const operator = UNARY_OPERATORS.get(node.operator);
  if (operator === undefined) throw new GrammarError(`the character \`${node.operator}\` is not an operator here`);
  return { kind: 'unary', operator, operand: readNode(node.argument) };
}

function readBinary(node: jsep.BinaryExpression): JuelNode {
  const operator = BINARY_OPERATORS.find((known) => known === node.operator);
  if (operator === undefined) throw new GrammarError(`\`${node.operator}\` is not an operator here`);
  return { kind: 'binary', operator, left: readNode(node.left), right: readNode(node.right) };
}

function readConditional(node: jsep.ConditionalExpression): JuelNode {
  return {
    kind: 'conditional',
    test: readNode(node.test),
    consequent: readNode(node.consequent),
    alternate: readNode(node.alternate),
  };
}
