import type { Expression } from '../expressions/expression.ts';
import { textOf } from '../moddle/moddle-element.ts';
import type { Drawing } from './drawing.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** The condition of a sequence flow. */
export interface Condition {
  readonly expression: Expression;
  /** The language it names, where it is not one of the expression languages that are read. */
  readonly foreignLanguage?: string;
}

/** Languages whose texts are read by their form: FEEL with `=`, everything else with `${}`. */
const KNOWN_LANGUAGES = /feel|juel|expression|xpath/i;

/** Compiles the condition of every flow that has one, by flow id. */
export function readConditions(drawing: Drawing, expressions: ExpressionReader): ReadonlyMap<string, Condition> {
  const conditions = new Map<string, Condition>();
  for (const { id, condition } of drawing.flows.values()) {
    if (condition === undefined) continue;
    const text = textOf(condition, 'body') ?? '';
    const language = textOf(condition, 'language');
    const foreign = isForeignLanguage(language);
    conditions.set(id, {
      // A script is refused as a script; its text need not be an expression as well.
      expression: expressions.read(foreign ? '' : text, id, 'condition'),
      ...(foreign ? { foreignLanguage: language } : {}),
    });
  }
  return conditions;
}

/** Whether a condition is a script, in a language of which no expression is read. */
export function isForeignLanguage(language: string | undefined): language is string {
  return language !== undefined && !KNOWN_LANGUAGES.test(language);
}
