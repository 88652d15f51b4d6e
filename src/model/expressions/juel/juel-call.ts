import type jsep from 'jsep';
import { GrammarError } from '../expression-errors.ts';
import { getterMember, isMethod } from '../methods/call-method.ts';
import { UNSAFE_NAMES } from '../plain-data.ts';
import { EXECUTION_NAMES, executionMethod } from './juel-execution.ts';
import type { JuelNode } from './juel-node.ts';
import { PREFIX_MARK } from './juel-scan.ts';
import { isVariableFunction, VARIABLE_FUNCTION_NAMES } from './juel-variable-functions.ts';

/** Built-in functions for the time of the step. */
export const CLOCK_FUNCTIONS: ReadonlySet<string> = new Set(['now', 'dateTime']);

/** Methods that give access to classes, are not deterministic, or take patterns. */
const REFUSED_METHODS: ReadonlyMap<string, string> = new Map([
  ['getClass', 'is not data of the process'],
  ['hashCode', 'is not data of the process'],
  ['matches', 'takes a pattern, and patterns are not supported; use a function of the host'],
  ['replaceAll', 'takes a pattern, and patterns are not supported; use `replace`, or a function of the host'],
  ['replaceFirst', 'takes a pattern, and patterns are not supported; use a function of the host'],
]);

/** @param read reads the arguments and the target */
export function readCall(
  { callee, arguments: given }: jsep.CallExpression,
  read: (node: jsep.Expression) => JuelNode,
): JuelNode {
  if (callee.type === 'Identifier') return readFunction(String(callee.name), given, read);
  if (callee.type !== 'MemberExpression') throw new GrammarError('only functions and methods can be called');
  const { object, property, computed, optional } = callee as jsep.MemberExpression;
  if (computed || optional || property.type !== 'Identifier') throw new GrammarError('a method is called by its name');
  return readMethod(object, String(property.name), given, read);
}

function readFunction(
  name: string,
  given: readonly jsep.Expression[],
  read: (node: jsep.Expression) => JuelNode,
): JuelNode {
  const [prefix, local] = name.split(PREFIX_MARK);
  if (local !== undefined) return readVariableFunction(`${prefix}:${local}`, local, given, read);
  if (UNSAFE_NAMES.has(name)) throw new GrammarError(`\`${name}\` is not data of the process`);
  const args = given.map(read);
  if (CLOCK_FUNCTIONS.has(name) && args.length > 0) throw new GrammarError(`\`${name}()\` takes no arguments`);
  return { kind: 'function', name, args };
}

/** `vars:get(x)`: the first argument is the name of a variable, in quotes or without. */
function readVariableFunction(
  called: string,
  name: string,
  [first, ...others]: readonly jsep.Expression[],
  read: (node: jsep.Expression) => JuelNode,
): JuelNode {
  const variable = first && read(first);
  const variableName =
    variable?.kind === 'name' ? variable.name : variable?.kind === 'literal' ? variable.value : undefined;
  if (typeof variableName !== 'string') throw new GrammarError(`\`${called}\` needs the name of a variable first`);
  if (!isVariableFunction(name, others.length)) {
    throw new GrammarError(
      `there is no function \`${called}\` with ${others.length + 1} arguments; known are ${VARIABLE_FUNCTION_NAMES.join(', ')}`,
    );
  }
  return { kind: 'variable-function', function: name, variable: variableName, args: others.map(read) };
}

function readMethod(
  object: jsep.Expression,
  name: string,
  given: readonly jsep.Expression[],
  read: (node: jsep.Expression) => JuelNode,
): JuelNode {
  const refused = UNSAFE_NAMES.has(name) ? 'is not data of the process' : REFUSED_METHODS.get(name);
  if (refused !== undefined) throw new GrammarError(`\`${name}\` ${refused}`);
  const path = dottedPath(object);
  const args = given.map(read);
  if (path !== undefined && EXECUTION_NAMES.has(path)) {
    const key = executionMethod(name, args.length);
    if (key !== undefined) return { kind: 'execution', key, args };
  }
  const of = kindOf(name, args.length);
  if (path === undefined && of === 'host') {
    throw new GrammarError(`there is no method \`${name}\` with ${args.length} arguments`);
  }
  const called = path === undefined ? {} : { path: `${path}.${name}` };
  return { kind: 'method', of, target: read(object), name, args, ...called };
}

/** A method that no type of value has must be a method of a bean. */
function kindOf(name: string, count: number): 'value' | 'getter' | 'host' {
  if (isMethod(name, count)) return 'value';
  return getterMember(name, count) === undefined ? 'host' : 'getter';
}

/** A path of plain names such as `a.b.c`, which may name a bean of the host. */
export function dottedPath(node: jsep.Expression): string | undefined {
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node as jsep.MemberExpression;
  const before = computed || property.type !== 'Identifier' ? undefined : dottedPath(object);
  return before === undefined ? undefined : `${before}.${String(property.name)}`;
}
