import { compileExpression } from './expressions/compile-expression.ts';
import type { Expression } from './expressions/expression.ts';
import type { AssignmentSource } from './process-model.ts';
import { splitList } from './read/split-list.ts';

/** Options of a host for tasks that name nobody. */
export interface DefaultHandlers {
  /** Accounts, separated by commas; expressions may be among them. */
  readonly handlers?: string | undefined;
  /** Groups, likewise; only where there are no handlers. */
  readonly handlingGroup?: string | undefined;
}

/**
 * The last source of who handles a task; undefined where the host has none.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`
 */
export function defaultAssignmentOf({ handlers, handlingGroup }: DefaultHandlers): AssignmentSource | undefined {
  if (handlers !== undefined) return sourceOf('handlers', handlers);
  return handlingGroup === undefined ? undefined : sourceOf('handlingGroup', handlingGroup);
}

function sourceOf(kind: AssignmentSource['kind'], text: string): AssignmentSource {
  return { kind, from: `defaults.${kind}`, expressions: compileNames(text) };
}

/** `anna, ${boss}`: an expression for each name. @throws {ModelError} `ERR_EXPRESSION_INVALID` */
export function compileNames(text: string): readonly Expression[] {
  return splitList(text).map((name) => compileExpression(name));
}
