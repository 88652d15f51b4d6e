/** Finds unset variables that a FEEL condition requires. FEEL itself evaluates them to null. */
import type { Warning } from 'feelin';
import type { Scope } from '../expression.ts';
import { isPlainObject, readOwn } from '../plain-data.ts';
import { nullCheckedOperands } from './feel-analysis.ts';
import { type FeelNode, feelName } from './feel-tree.ts';

export interface FeelReading {
  readonly value: unknown;
  /** Required variables and members that were never set. */
  readonly missing: readonly string[];
}

/** Required variables and members, as paths, by their position in the text. */
export type RequiredReads = ReadonlyMap<number, readonly string[]>;

/** Evaluates a part of the condition; positions of warnings are relative to the part. */
export type EvaluatePart = (part: FeelNode) => { readonly value: unknown; readonly warnings: readonly Warning[] };

/**
 * The variables and members that must have a value. Operands of null checks (`x = null`, `is defined(x)`) are excluded,
 * and names in filters, which may be members of only some elements.
 * @param free names that the expression does not bind itself
 */
export function listRequiredReads(root: FeelNode, free: ReadonlySet<string>): RequiredReads {
  const reads = new Map<number, readonly string[]>();
  const visit = (node: FeelNode): void => {
    const path = pathOf(node);
    if (path !== undefined) {
      const [member] = node.kind === 'PathExpression' ? node.children.slice(-1) : [];
      if (free.has(path[0] ?? '')) reads.set((member ?? node).from, path);
      if (member === undefined) return;
    }
    const nullChecked = nullCheckedOperands(node);
    const parts = node.kind === 'FunctionInvocation' ? node.children.slice(1) : node.children;
    for (const part of node.kind === 'FilterExpression' ? parts.slice(0, 1) : parts)
      visitUnlessChecked(part, nullChecked);
  };
  const visitUnlessChecked = (node: FeelNode, nullChecked: readonly FeelNode[]): void => {
    if (nullChecked.includes(node)) return;
    if (/Parameters?$/.test(node.kind)) for (const part of node.children) visitUnlessChecked(part, nullChecked);
    else visit(node);
  };
  visit(root);
  return reads;
}

/** The names of a path such as `a.b.c`. */
function pathOf(node: FeelNode): readonly string[] | undefined {
  if (node.kind === 'VariableName') return [feelName(node)];
  const [target, , name] = node.children;
  if (node.kind !== 'PathExpression' || target === undefined || name === undefined) return undefined;
  const before = pathOf(target);
  return before && [...before, feelName(name)];
}

/**
 * Evaluates a condition. If one operand of `and` or `or` decides the result, missing values of the other are ignored.
 * @param scope the variables; members of list elements are not required, because elements may differ
 */
export function readFeelCondition(
  node: FeelNode,
  { reads, scope, evaluate }: { readonly reads: RequiredReads; readonly scope: Scope; readonly evaluate: EvaluatePart },
): FeelReading {
  const [first, second, third] = node.children;
  if (node.kind === 'Expression' && first !== undefined && node.children.length === 1) {
    return readFeelCondition(first, { reads, scope, evaluate });
  }
  if (node.kind === 'ParenthesizedExpression' && second !== undefined) {
    return readFeelCondition(second, { reads, scope, evaluate });
  }
  if ((node.kind === 'Disjunction' || node.kind === 'Conjunction') && first !== undefined && third !== undefined) {
    const deciding = node.kind === 'Disjunction';
    const sides = [first, third].map((side) => readFeelCondition(side, { reads, scope, evaluate }));
    return join(sides, deciding);
  }
  const { value, warnings } = evaluate(node);
  const missing = warnings.flatMap(({ type, position }) => {
    const path = IS_MISSING.has(type) ? reads.get(node.from + position.from) : undefined;
    return path === undefined || isInList(path, scope) ? [] : [path.join('.')];
  });
  return { value, missing: [...new Set(missing)].filter((name) => !missing.some((other) => isWithin(name, other))) };
}

/** Whether a name is a member of the other; only the outermost missing name is reported. */
function isWithin(name: string, other: string): boolean {
  return name.startsWith(`${other}.`);
}

const IS_MISSING: ReadonlySet<string> = new Set(['NO_VARIABLE_FOUND', 'NO_CONTEXT_ENTRY_FOUND', 'NO_PROPERTY_FOUND']);

/** @param deciding the value of one operand that decides the result: true for `or`, false for `and` */
function join(sides: readonly FeelReading[], deciding: boolean): FeelReading {
  const decided = sides.some(({ value, missing }) => value === deciding && missing.length === 0);
  if (decided) return { value: deciding, missing: [] };
  const known = sides.every(({ value }) => typeof value === 'boolean');
  return {
    value: known ? sides.some(({ value }) => value === deciding) === deciding : null,
    missing: [...new Set(sides.flatMap(({ missing }) => missing))],
  };
}

/** Whether a path leads through a list. */
function isInList([name = '', ...members]: readonly string[], scope: Scope): boolean {
  let value: unknown = readOwn(scope, name);
  for (const member of members) {
    if (Array.isArray(value)) return true;
    value = isPlainObject(value) ? readOwn(value, member) : null;
  }
  return false;
}
