import type { ExpressionAnalysis, TestedVariable } from '../expression-analysis.ts';
import { evaluateFeel } from './evaluate-feel.ts';
import { type FeelNode, feelName } from './feel-tree.ts';

/** All names used as variables, including those that the expression binds itself. */
export function listVariableNames(root: FeelNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: FeelNode): void => {
    if (node.kind === 'VariableName') names.add(feelName(node));
    for (const child of readableParts(node)) visit(child);
  };
  visit(root);
  return names;
}

/** Names of the functions that the expression calls. */
export function listCalledNames(root: FeelNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: FeelNode): void => {
    const target = node.kind === 'FunctionInvocation' ? node.children[0] : undefined;
    if (target) names.add(feelName(target));
    for (const child of node.children) visit(child);
  };
  visit(root);
  return names;
}

export function analyseFeel(root: FeelNode): ExpressionAnalysis {
  const names = new Set<string>();
  collectFree(root, new Set(), names);
  const outside = new Set<string>();
  collectFree(root, new Set(), outside, { filters: false });
  const inFilters = new Set([...names].filter((name) => !outside.has(name)));
  const nullChecked = new Set<string>();
  collectNullChecked(root, nullChecked);
  const tested = findTested(root);
  return { names, nullChecked, ...(inFilters.size > 0 && { inFilters }), ...(tested !== undefined && { tested }) };
}

const NULL_CHECK_FUNCTIONS: ReadonlySet<string> = new Set(['is defined', 'get or else', 'is empty', 'is blank']);

function collectNullChecked(node: FeelNode, nullChecked: Set<string>): void {
  for (const operand of nullCheckedOperands(node))
    if (operand.kind === 'VariableName') nullChecked.add(feelName(operand));
  for (const child of node.children) collectNullChecked(child, nullChecked);
}

/** The operands of a null check: `is defined(x)`, `get or else(x, y)`, `x = null`. */
export function nullCheckedOperands({ kind, children }: FeelNode): readonly FeelNode[] {
  const [first, second, third] = children;
  if (kind === 'FunctionInvocation' && first !== undefined && NULL_CHECK_FUNCTIONS.has(feelName(first))) {
    return children.flatMap((child) => {
      if (child.kind === 'PositionalParameters') return child.children.slice(0, 1);
      return child.kind === 'NamedParameters' ? (child.children[0]?.children.slice(1) ?? []) : [];
    });
  }
  const isTest =
    kind === 'Comparison' && /^!?=$/.test(second?.text ?? '') && first !== undefined && third !== undefined;
  return isTest && [first, third].some((side) => side.text === 'null') ? [first, third] : [];
}

/** Parts that can contain variables: not the name of a called function or of a type. */
function readableParts(node: FeelNode): readonly FeelNode[] {
  if (node.kind === 'QualifiedName') return [];
  return node.kind === 'FunctionInvocation' ? node.children.slice(1) : node.children;
}

function collectFree(node: FeelNode, bound: ReadonlySet<string>, names: Set<string>, into = { filters: true }): void {
  if (node.kind === 'VariableName') {
    if (!bound.has(feelName(node))) names.add(feelName(node));
    return;
  }
  // Later parts can read what earlier parts bind: the variable of a for loop, the previous entries of a context.
  let visible = bound;
  const parts = readableParts(node);
  for (const part of node.kind === 'FilterExpression' && !into.filters ? parts.slice(0, 1) : parts) {
    collectFree(part, visible, names, into);
    visible = new Set([...visible, ...boundBy(node, part)]);
  }
}

function boundBy(parent: FeelNode, part: FeelNode): readonly string[] {
  switch (parent.kind) {
    case 'ForExpression':
      return part.kind === 'InExpressions' ? ['partial', ...boundNames(part)] : [];
    case 'QuantifiedExpression':
    case 'InExpressions':
    case 'FunctionDefinition':
    case 'Context':
      return boundNames(part);
    case 'FilterExpression':
      return ['item'];
    default:
      return [];
  }
}

function boundNames(node: FeelNode): readonly string[] {
  switch (node.kind) {
    case 'InExpressions':
    case 'FormalParameters':
      return node.children.flatMap(boundNames);
    case 'InExpression':
    case 'FormalParameter':
      return node.children.slice(0, 1).map(feelName);
    case 'ContextEntry':
      return node.children.slice(0, 1).map((key) => feelName(key).replaceAll('"', ''));
    default:
      return [];
  }
}

function findTested(node: FeelNode): TestedVariable | undefined {
  const [first, second, third] = node.children;
  switch (node.kind) {
    case 'Expression':
      return node.children.length === 1 && first ? findTested(first) : undefined;
    case 'ParenthesizedExpression':
      return second && findTested(second);
    case 'VariableName':
      return { variable: feelName(node), value: true };
    case 'FunctionInvocation':
      return first && feelName(first) === 'not' ? findNegated(node) : undefined;
    case 'Comparison':
      if (!first || !third || second?.text !== '=') return undefined;
      return testOf(first, third) ?? testOf(third, first);
    default:
      return undefined;
  }
}

function findNegated(call: FeelNode): TestedVariable | undefined {
  const parameters = call.children.find((child) => child.kind === 'PositionalParameters')?.children ?? [];
  const [only] = parameters;
  if (parameters.length !== 1 || only?.kind !== 'VariableName') return undefined;
  return { variable: feelName(only), value: false };
}

function testOf(tested: FeelNode, literal: FeelNode): TestedVariable | undefined {
  if (tested.kind !== 'VariableName') return undefined;
  const value = literalValue(literal);
  return value === undefined ? undefined : { variable: feelName(tested), value };
}

function literalValue({ kind, text }: FeelNode): string | number | boolean | undefined {
  switch (kind) {
    case 'BooleanLiteral':
      return text === 'true';
    case 'NumericLiteral':
      return Number(text);
    case 'StringLiteral':
      // The evaluator resolves escapes.
      return String(evaluateFeel(text).value);
    default:
      return undefined;
  }
}
