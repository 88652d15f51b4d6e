import { compileExpression } from './expressions/compile-expression.ts';
import type { Expression } from './expressions/expression.ts';
import type { AssignmentSource } from './nodes/task-node.ts';
import { splitList } from './read/tasks/read-assignment.ts';

/** Options for tasks that name nobody. */
export interface DefaultHandlers {
  /** Accounts, separated by commas; may contain expressions. */
  readonly handlers?: string | undefined;
  /** Groups in the same form; used only without `handlers`. */
  readonly handlingGroup?: string | undefined;
}

/**
 * The last source of handlers of a task; undefined if the host has none.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`
 */
export function defaultAssignmentOf({ handlers, handlingGroup }: DefaultHandlers): AssignmentSource | undefined {
  if (handlers !== undefined) return sourceOf('handlers', handlers);
  return handlingGroup === undefined ? undefined : sourceOf('handlingGroup', handlingGroup);
}

function sourceOf(kind: AssignmentSource['kind'], text: string): AssignmentSource {
  return { kind, from: `defaults.${kind}`, expressions: compileNames(text) };
}

/** Compiles a list such as `anna, ${boss}`, one expression per name. @throws {ModelError} `ERR_EXPRESSION_INVALID` */
export function compileNames(text: string): readonly Expression[] {
  return splitList(text).map((name) => compileExpression(name));
}
