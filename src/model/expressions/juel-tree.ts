import jsep from 'jsep';
import { GrammarError } from './grammar-error.ts';
import { findComma, writeWordsAsSymbols } from './juel-scan.ts';
import { UNSAFE_NAMES } from './plain-data.ts';

/** What may stand between `${` and `}`, after the parser: nothing else can be evaluated. */
export type JuelNode =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: JuelNode; readonly key: JuelNode }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: JuelNode }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: JuelNode; readonly right: JuelNode }
  | {
      readonly kind: 'conditional';
      readonly test: JuelNode;
      readonly consequent: JuelNode;
      readonly alternate: JuelNode;
    };

export type UnaryOperator = '!' | '-' | 'empty';
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

const BINARY_OPERATORS = ['||', '&&', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%'] as const;
const UNARY_OPERATORS: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', '!'],
  ['-', '-'],
  ['~', 'empty'],
]);
const NAME = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}_$]*$/u;

/** @throws {GrammarError} for everything that is not in the grammar page */
export function parseJuel(text: string): JuelNode {
  const tree = readNode(parseText(writeWordsAsSymbols(text)));
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
      throw refuseCall(known as jsep.CallExpression);
    case 'ArrayExpression':
      throw new GrammarError('lists cannot be written in an expression; put the list into a variable');
    case 'ThisExpression':
      throw new GrammarError('`this` has no meaning here');
    default:
      throw new GrammarError('it is not one expression: an operator is missing between two parts');
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
  if (!NAME.test(name)) throw new GrammarError('a name holds a character that is neither letter, digit, `_` nor `$`');
  if (UNSAFE_NAMES.has(name)) throw new GrammarError(`\`${name}\` is not data of the process`);
}

function readMember(node: jsep.MemberExpression): JuelNode {
  if (node.optional) throw new GrammarError('`?.` is not needed: a member of null is null; write `.`');
  const key = staticKey(node);
  if (isName(node.object, 'environment')) throw refuseEnvironment(key);
  if (key !== undefined) checkKey(key, node.computed);
  if (isEnvironmentVariables(node.object)) {
    if (key === undefined) throw new GrammarError('`environment.variables` needs a name behind it, not an index');
    return { kind: 'name', name: key };
  }
  const object = readNode(node.object);
  return { kind: 'member', object, key: key === undefined ? readNode(node.property) : { kind: 'literal', value: key } };
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
    case 'variables':
      return new GrammarError('`environment.variables` needs the name of a variable behind it');
    case 'services':
      return new GrammarError('services run as jobs, never inside an expression; use a service task and its result');
    case 'output':
      return new GrammarError(
        'results of tasks are variables here, there is no `environment.output`; name the variable',
      );
    default:
      return new GrammarError('of `environment` only `environment.variables.<name>` can be read');
  }
}

function refuseCall({ callee }: jsep.CallExpression): GrammarError {
  if (callee.type !== 'MemberExpression') {
    return new GrammarError('functions cannot be called; put the result into a variable, with a service task');
  }
  const { object } = callee as jsep.MemberExpression;
  if (object.type === 'MemberExpression' && isName((object as jsep.MemberExpression).object, 'environment')) {
    return refuseEnvironment(staticKey(object as jsep.MemberExpression) === 'services' ? 'services' : undefined);
  }
  return new GrammarError('methods cannot be called; put the result into a variable, with a service task');
}

function readUnary(node: jsep.UnaryExpression): JuelNode {
  const operator = UNARY_OPERATORS.get(node.operator);
  if (operator === undefined) throw new GrammarError(`the sign \`${node.operator}\` is not an operator here`);
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
