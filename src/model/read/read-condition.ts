import type { Expression } from '../expressions/expression.ts';
import { expressionLanguageOf } from '../moddle/file-settings.ts';
import { type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { ScriptText } from '../nodes/mapping.ts';
import type { Diagram, Flow } from './diagram.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** The condition of a sequence flow. */
export interface Condition {
  readonly expression: Expression;
  /** For a condition that the host's function for scripts evaluates; the expression is empty then. */
  readonly script?: ScriptText;
  /** Plain text `true` or `false`, treated as the constant. */
  readonly isConstant?: true;
}

/** Languages that are not scripts; the form of the text decides how it is read: `=…` is FEEL, `${…}` is JUEL. */
const KNOWN_LANGUAGES = /feel|juel|expression|xpath/i;
const WRITTEN_AS_EXPRESSION = /^=|[$#]\{/;
/** `true` and `false` as plain text, or as a script would return them. */
const CONSTANT = /^(?:return\s+)?(true|false)\s*;?$/i;

/** Reads the condition of every flow that has one, by flow id. */
export function readConditions(diagram: Diagram, expressions: ExpressionReader): ReadonlyMap<string, Condition> {
  const conditions = new Map<string, Condition>();
  for (const flow of diagram.flows.values()) {
    if (flow.condition !== undefined) conditions.set(flow.id, readCondition(flow, expressions));
  }
  return conditions;
}

export function readCondition(
  { id, condition, isDefault }: Pick<Flow, 'id' | 'condition' | 'isDefault'>,
  expressions: ExpressionReader,
): Condition {
  const text = textOf(condition, 'body') ?? '';
  const [, constant] = CONSTANT.exec(text) ?? [];
  if (constant !== undefined) {
    return { expression: expressions.read(`\${${constant.toLowerCase()}}`, id, 'condition'), isConstant: true };
  }
  const named = textOf(condition, 'language');
  if (named !== undefined && /feel/i.test(named) && !WRITTEN_AS_EXPRESSION.test(text)) {
    // Camunda 7 and DMN write FEEL without `=`.
    return { expression: expressions.read(`=${text}`, id, 'condition') };
  }
  const format = condition && scriptFormatOf(condition);
  // The condition of a default flow is never evaluated.
  if (format === undefined || isDefault)
    return { expression: expressions.read(format === undefined ? text : '', id, 'condition') };
  return { expression: expressions.read('', id, 'condition'), script: { format, text } };
}

/** The language of a condition that is a script; undefined if it is read as an expression. */
export function scriptFormatOf(condition: ModdleElement): string | undefined {
  const text = textOf(condition, 'body') ?? '';
  if (CONSTANT.test(text)) return undefined;
  const named = textOf(condition, 'language');
  return named === undefined ? languageOfPlain(text, condition) : foreignLanguage(named);
}

function foreignLanguage(language: string | undefined): string | undefined {
  return isForeignLanguage(language) ? language : undefined;
}

/** Whether a condition in this language is a script. */
export function isForeignLanguage(language: string | undefined): language is string {
  return language !== undefined && !KNOWN_LANGUAGES.test(language);
}

/** The `expressionLanguage` of the file, which modelers also write if the expressions are in another language. */
function languageOfPlain(text: string, condition: ModdleElement): string | undefined {
  return text === '' || WRITTEN_AS_EXPRESSION.test(text) ? undefined : foreignLanguage(expressionLanguageOf(condition));
}

/** Whether the source of a flow does not evaluate conditions. */
export function ignoresConditions({ source }: Flow): boolean {
  return source.kind === 'parallel' || source.kind === 'event-based';
}
