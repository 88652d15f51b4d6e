import { typeName } from './evaluate-feel.ts';
import type { EvaluatePart } from './feel-condition.ts';
import type { FeelNode } from './feel-tree.ts';

/** The functions that convert a text to the other type of a comparison. */
const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ['a number', 'number'],
  ['a date', 'date'],
  ['a time', 'time'],
  ['a date and time', 'date and time'],
  ['a duration in months', 'duration'],
  ['a duration in days and time', 'duration'],
]);
/** They bind names, so that their parts cannot be evaluated alone. */
const BINDS: ReadonlySet<string> = new Set([
  ...['FilterExpression', 'ForExpression', 'QuantifiedExpression', 'FunctionDefinition', 'Context'],
]);

/**
 * Why a condition may be null: two operands of a comparison have different types.
 * @returns the first such pair, without values
 */
export function findMismatch(node: FeelNode, evaluatePart: EvaluatePart): string | undefined {
  if (BINDS.has(node.kind)) return undefined;
  if (node.kind === 'Comparison') {
    const [first, ...others] = operandsOf(node).map((part) => ({ part, type: typeName(evaluatePart(part).value) }));
    const other = others.find(({ type }) => type !== undefined && first?.type !== undefined && type !== first.type);
    if (first !== undefined && other !== undefined) return describe(first, other);
  }
  for (const child of node.children) {
    const found = findMismatch(child, evaluatePart);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Membership in a list is false for another type, as in DMN. */
function operandsOf({ children }: FeelNode): readonly FeelNode[] {
  return children.filter(
    ({ kind }) => !['CompareOp', 'between', 'and', 'in', '(', ')', 'PositiveUnaryTests'].includes(kind),
  );
}

interface Operand {
  readonly part: FeelNode;
  readonly type: string | undefined;
}

function describe(one: Operand, other: Operand): string {
  const sides = `\`${one.part.text}\` is ${one.type}, \`${other.part.text}\` is ${other.type}, and FEEL compares only values of one type`;
  const remedy = convert(one, other) ?? convert(other, one);
  return remedy === undefined ? sides : `${sides}: write \`${remedy}\``;
}

function convert({ part, type }: Operand, other: Operand): string | undefined {
  const isDay = type === 'a date and time' && other.type === 'a date';
  if ((type !== 'a text' && !isDay) || part.kind === 'StringLiteral') return undefined;
  const call = CONVERSIONS.get(other.type ?? '');
  return call && `${call}(${part.text})`;
}
