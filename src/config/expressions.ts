import * as z from 'zod';
import { BridgeError } from '../errors.ts';
import { compileNames } from '../model/default-assignment.ts';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import type { ExpressionFunction } from '../model/expressions/host-functions.ts';
import { expandNames } from '../model/expressions/text-names.ts';
import { namesOrExpressions, type ShapeOf } from '../read-options.ts';
import { functionOf, text } from './fields.ts';

/** Functions that expressions in diagrams may call, in addition to the built-in ones. */
export interface ExpressionOptions {
  /**
   * The functions by the name that diagrams use: `decide` for `${decide(x)}` and `=decide(x)`, `bean.method` for
   * `${bean.method(x)}`, `bean.property` for `${bean.property}`. Each must be pure and synchronous, because it is called
   * within a step, and a step may run again. Arguments and result are plain JSON. If a function throws or returns
   * anything else, the step fails with `ERR_EXPRESSION_FAILED`. `deploy` refuses diagrams that call a function that is
   * not listed here. Default: none.
   */
  readonly functions?: Readonly<Record<string, ExpressionFunction>>;
}

/** An expression as in diagrams: `=…`, a text with `${…}` or `{taskId}`, or a plain text. */
export const expression = text.transform(compiledBy((value) => compileExpression(expandNames(value))));

/** Accounts or groups, of which each may be an expression. */
export const names = namesOrExpressions.transform((value, context) => {
  const compiled = compiledBy(compileNames)(value, context);
  if (compiled.length > 0) return value;
  context.addIssue({ code: 'custom', message: 'must name at least one' });
  return z.NEVER;
});

function compiledBy<T, Value = string>(compile: (value: Value) => T) {
  return (value: Value, context: z.RefinementCtx): T => {
    try {
      return compile(value);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      context.addIssue({ code: 'custom', message: `is not a valid expression: ${error.message}` });
      return z.NEVER;
    }
  };
}

/** Whether an expression can call a function of this name. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** Option `expressions`. */
export const expressions = z.strictObject({
  functions: z
    .record(text.regex(NAME, 'must be a name, or names joined by dots'), functionOf<ExpressionFunction>())
    .default({}),
} satisfies ShapeOf<ExpressionOptions>);
