import { ModelError } from '../errors.ts';
import type { AccountNames } from '../read-options.ts';
import { compileExpression } from './expressions/compile-expression.ts';
import type { Expression } from './expressions/expression.ts';
import type { AssignmentSource } from './nodes/task-node.ts';
import { splitList } from './read/tasks/read-assignment.ts';

/** Options for tasks that name nobody. */
export interface DefaultHandlers {
  /** Accounts, separated by commas or as a list; may contain expressions. */
  readonly handlers?: AccountNames | undefined;
  /** Groups in the same form; used only without `handlers`. */
  readonly handlingGroup?: AccountNames | undefined;
}

/**
 * The last source of handlers of a task; undefined if the host has none.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`
 */
export function defaultAssignmentOf({ handlers, handlingGroup }: DefaultHandlers): AssignmentSource | undefined {
  if (handlers !== undefined) return sourceOf('handlers', handlers);
  return handlingGroup === undefined ? undefined : sourceOf('handlingGroup', handlingGroup);
}

function sourceOf(kind: AssignmentSource['kind'], names: AccountNames): AssignmentSource {
  return { kind, from: `defaults.${kind}`, expressions: compileNames(names) };
}

/**
 * Compiles `anna, ${boss}`, or a list of such names, one expression per name.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`
 */
export function compileNames(names: AccountNames): readonly Expression[] {
  if (typeof names === 'string') return splitList(names).map((name) => compileExpression(name));
  return names.map((name) => {
    const [only, ...others] = splitList(name);
    if (only !== undefined && others.length === 0) return compileExpression(only);
    throw new ModelError('ERR_EXPRESSION_INVALID', `"${name}" in a list must be one name or one expression`);
  });
}
