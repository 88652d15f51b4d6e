/** The additional errors of conditions. */
import { PREDEFINED_NAMES } from '../evaluate-condition.ts';
import { NotSetError, neverSet } from '../evaluation-error.ts';
import type { JuelNode } from './juel-node.ts';

/**
 * Whether a variable or member is checked for null: `empty x`, `x == null`.
 * @param other the other operand; absent for `empty`
 */
export function isNullCheck(node: JuelNode, other?: JuelNode): boolean {
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
export function requireSet(node: JuelNode): void {
  if (!isPredefined(node)) throw neverSet([describe(node) ?? 'a member']);
}

/** @throws {NotSetError} unless the variable is predefined */
export function refuseNull(node: JuelNode, why: string): void {
  if (isPredefined(node)) return;
  const name = describe(node);
  const what = name === undefined ? 'a part without a value' : `\`${name}\` has no value, and`;
  throw new NotSetError(`${what} ${why}`, name === undefined ? [] : [name]);
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
