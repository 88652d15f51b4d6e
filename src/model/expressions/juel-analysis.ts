import type { ExpressionAnalysis, TestedVariable } from './expression-analysis.ts';
import type { JuelNode } from './juel-tree.ts';
import type { TemplatePart } from './template.ts';

/** Names of all parts; a tested variable only where the text is one expression. */
export function analyseTemplate(parts: readonly TemplatePart[], single: JuelNode | undefined): ExpressionAnalysis {
  const names = new Set<string>();
  for (const part of parts) if (typeof part !== 'string') collectNames(part, names);
  const tested = single && findTested(single);
  return tested === undefined ? { names } : { names, tested };
}

function collectNames(node: JuelNode, names: Set<string>): void {
  switch (node.kind) {
    case 'literal':
      return;
    case 'name':
      names.add(node.name);
      return;
    case 'member':
      collectNames(node.object, names);
      collectNames(node.key, names);
      return;
    case 'unary':
      collectNames(node.operand, names);
      return;
    case 'binary':
      collectNames(node.left, names);
      collectNames(node.right, names);
      return;
    case 'conditional':
      collectNames(node.test, names);
      collectNames(node.consequent, names);
      collectNames(node.alternate, names);
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
