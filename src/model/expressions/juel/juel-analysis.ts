import type { ExpressionAnalysis, TestedVariable } from '../expression-analysis.ts';
import type { TemplatePart } from '../template.ts';
import { CLOCK_FUNCTIONS } from './juel-call.ts';
import type { JuelNode } from './juel-node.ts';

/** Analyses all parts of a template; a tested variable is found only if the text is a single expression. */
export function analyseTemplate(parts: readonly TemplatePart[], single: JuelNode | undefined): ExpressionAnalysis {
  const found: Found = { names: new Set(), nullChecked: new Set(), calls: new Set(), getters: new Set() };
  for (const part of parts) if (typeof part !== 'string') collect(part, found);
  const tested = single && findTested(single);
  return {
    ...found,
    ...(tested === undefined ? {} : { tested }),
    ...(single === undefined ? { isMixed: true as const } : {}),
  };
}

interface Found {
  readonly names: Set<string>;
  readonly nullChecked: Set<string>;
  readonly calls: Set<string>;
  readonly getters: Set<string>;
}

function collect(node: JuelNode, found: Found): void {
  switch (node.kind) {
    case 'name':
      found.names.add(node.name);
      break;
    case 'variable-function':
      found.names.add(node.variable);
      found.nullChecked.add(node.variable);
      break;
    case 'execution':
      collectRead(node, found);
      break;
    case 'unary':
      if (node.operator === 'empty' && node.operand.kind === 'name') found.nullChecked.add(node.operand.name);
      break;
    case 'binary':
      collectNullChecked(node, found);
      break;
    case 'function':
      if (!CLOCK_FUNCTIONS.has(node.name)) found.calls.add(node.name);
      break;
    case 'method':
      collectMethod(node, found);
      break;
    default:
      break;
  }
  for (const part of partsOf(node)) collect(part, found);
}

/** `execution.getVariable('x')` reads x. */
function collectRead({ key, args: [name] }: JuelNode & { kind: 'execution' }, { names, nullChecked }: Found): void {
  if (!/Variable(Local)?\/1$/.test(key) || name?.kind !== 'literal') return;
  names.add(String(name.value));
  // Returns null for an unset variable, as in the original engines.
  nullChecked.add(String(name.value));
}

/** `x == null`, `null != x`. */
function collectNullChecked({ operator, left, right }: JuelNode & { kind: 'binary' }, { nullChecked }: Found): void {
  if (operator !== '==' && operator !== '!=') return;
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (side.kind === 'name' && other.kind === 'literal' && other.value === null) nullChecked.add(side.name);
  }
}

function collectMethod({ of, path }: JuelNode & { kind: 'method' }, { calls, getters }: Found): void {
  if (path === undefined || of === 'value') return;
  if (of === 'host') calls.add(path);
  else getters.add(path);
}

function partsOf(node: JuelNode): readonly JuelNode[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [node.object, node.key];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.consequent, node.alternate];
    case 'method':
      // The name of a bean is not a variable.
      return node.of === 'host' ? node.args : [node.target, ...node.args];
    case 'function':
    case 'variable-function':
    case 'execution':
      return node.args;
  }
}

function findTested(node: JuelNode): TestedVariable | undefined {
  if (node.kind === 'name') return { variable: node.name, value: true };
  if (node.kind === 'unary' && node.operator === '!' && node.operand.kind === 'name') {
    return { variable: node.operand.name, value: false };
  }
  if (node.kind !== 'binary' || node.operator !== '==') return undefined;
  return testOf(node.left, node.right) ?? testOf(node.right, node.left);
}

function testOf(tested: JuelNode, literal: JuelNode): TestedVariable | undefined {
  const value = literalValue(literal);
  return tested.kind === 'name' && value !== null ? { variable: tested.name, value } : undefined;
}

function literalValue(node: JuelNode): string | number | boolean | null {
  if (node.kind === 'literal') return node.value;
  const negative = node.kind === 'unary' && node.operator === '-' ? literalValue(node.operand) : null;
  return typeof negative === 'number' ? 0 - negative : null;
}
