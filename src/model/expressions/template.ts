import { GrammarError } from './expression-errors.ts';
import type { JuelNode } from './juel/juel-node.ts';
import { skipTextLiteral } from './juel/juel-scan.ts';
import { parseJuel } from './juel/juel-tree.ts';

/** A literal text or an expression. */
export type TemplatePart = string | JuelNode;

/** Expressions in one text, many times what a text for people has. */
const MAX_EXPRESSIONS = 1_000;

/**
 * Splits a text at each `${...}` and `#{...}`; a backslash before one makes it plain text.
 * @throws {GrammarError} one of them is not in the grammar, or there are too many
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = '';
  let expressions = 0;
  for (let index = 0; index < text.length; ) {
    if (text[index] === '\\' && opensExpression(text, index + 1)) {
      literal += text.slice(index + 1, index + 3);
      index += 3;
    } else if (opensExpression(text, index)) {
      const end = findEnd(text, index);
      expressions += 1;
      if (expressions > MAX_EXPRESSIONS) throw new GrammarError(`it has more than ${MAX_EXPRESSIONS} expressions`);
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(parseAt(text, index + 2, end));
      index = end + 1;
    } else {
      literal += text[index];
      index += 1;
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

export function opensExpression(text: string, index: number): boolean {
  return (text[index] === '$' || text[index] === '#') && text[index + 1] === '{';
}

export function findEnd(text: string, start: number): number {
  for (let index = start + 2; index < text.length; ) {
    if (text[index] === '}') return index;
    index = text[index] === "'" || text[index] === '"' ? skipTextLiteral(text, index) : index + 1;
  }
  throw new GrammarError(`\`${text.slice(start, start + 2)}\` has no closing \`}\``, start);
}

function parseAt(text: string, start: number, end: number): JuelNode {
  try {
    return parseJuel(text.slice(start, end));
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw new GrammarError(error.message, start + (error.position ?? 0));
  }
}
