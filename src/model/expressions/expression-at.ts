import { BridgeError, ModelError } from '../../errors.ts';
import type { Expression, Scope } from './expression.ts';
import { shareAnalysis } from './expression-analysis.ts';

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
export function placeExpression(compiled: Expression, elementId: string, from: string): Expression {
  if (compiled.constant) return compiled;
  const placed = new ExpressionAt(compiled, elementId, from);
  shareAnalysis(compiled, placed);
  return placed;
}
