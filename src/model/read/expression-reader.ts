import { BridgeError, ModelError } from '../../errors.ts';
import { compileExpression } from '../expressions/compile-expression.ts';
import type { Expression, Scope } from '../expressions/expression.ts';
import { shareAnalysis } from '../expressions/expression-analysis.ts';
import { expandNames } from '../expressions/text-names.ts';

/** An expression of the file that is not valid. */
export interface ExpressionFailure {
  readonly elementId: string;
  /** The attribute or element, e.g. `camunda:assignee`. */
  readonly from: string;
  readonly text: string;
  readonly reason: string;
}

/** An expression that is not plain text. */
export interface ReadExpression {
  readonly elementId: string;
  /** The attribute or element, e.g. `camunda:assignee`. */
  readonly from: string;
  readonly expression: Expression;
}

/** Compiles the expressions of one file and collects the failures, so that all are reported at once. */
export interface ExpressionReader {
  readonly failures: readonly ExpressionFailure[];
  readonly placed: readonly ReadExpression[];
  /** Never throws: an invalid expression is added to `failures`, for which the file is refused. */
  read(text: string, elementId: string, from: string): Expression;
  /** The same for a text that may contain placeholders such as `{taskId}`. */
  readText(text: string, elementId: string, from: string): Expression;
  /** Returns undefined for an invalid expression, and adds no failure: the text is used literally then. */
  find(text: string, elementId: string, from: string): Expression | undefined;
}

export function createExpressionReader(): ExpressionReader {
  const failures: ExpressionFailure[] = [];
  const placed: ReadExpression[] = [];
  const compile = (text: string, elementId: string, from: string): Expression => {
    const expression = placeExpression(compileExpression(text), elementId, from);
    if (!expression.constant) placed.push({ elementId, from, expression });
    return expression;
  };
  const reader: ExpressionReader = {
    failures,
    placed,
    readText: (text, elementId, from) => reader.read(expandNames(text), elementId, from),
    read(text, elementId, from) {
      try {
        return compile(text, elementId, from);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        failures.push({ elementId, from, text, reason: reasonOf(error) });
        return refusedExpression(text);
      }
    },
    find(text, elementId, from) {
      try {
        return compile(text, elementId, from);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        return undefined;
      }
    },
  };
  return reader;
}

function reasonOf(error: BridgeError): string {
  const { reason, position } = error.details;
  if (typeof reason !== 'string') return error.message;
  return typeof position === 'number' ? `${reason} (at character ${position + 1})` : reason;
}

// A placeholder until the file is refused: no model with it is returned.
function refusedExpression(text: string): Expression {
  return {
    text,
    constant: false,
    evaluate() {
      throw new ModelError('ERR_EXPRESSION_INVALID', `The expression ${text} was refused when its file was read.`);
    },
  };
}

/** An expression whose errors name its place in the diagram. */
class ExpressionAt implements Expression {
  readonly text: string;
  readonly constant: boolean;
  readonly #compiled: Expression;
  readonly #elementId: string;
  readonly #from: string;

  constructor(compiled: Expression, elementId: string, from: string) {
    this.text = compiled.text;
    this.constant = compiled.constant;
    this.#compiled = compiled;
    this.#elementId = elementId;
    this.#from = from;
    Object.freeze(this);
  }

  evaluate(scope: Scope): unknown {
    try {
      return this.#compiled.evaluate(scope);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const details = { ...error.details, elementId: this.#elementId };
      throw new ModelError(error.code, `${this.#from} of ${this.#elementId}: ${error.message}`, {
        details,
        cause: error.cause,
      });
    }
  }
}

/** @param from the attribute or element that contains it, e.g. `camunda:assignee` */
function placeExpression(compiled: Expression, elementId: string, from: string): Expression {
  if (compiled.constant) return compiled;
  const placed = new ExpressionAt(compiled, elementId, from);
  shareAnalysis(compiled, placed);
  return placed;
}
