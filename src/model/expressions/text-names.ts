import { findEnd, opensExpression } from './template.ts';

/**
 * Placeholders in texts, urls and messages: `{taskId}`, or `${taskId}` in an expression, where a variable with that name
 * takes precedence.
 */
export const TEXT_NAMES = [
  'taskId',
  'instanceId',
  'businessKey',
  'nodeId',
  'nodeName',
  'initiator',
  'initiatorName',
  'handlers',
] as const;
/** Null if there is no value, such as a task for a message about the process. */
export type TextNames = Readonly<Record<(typeof TEXT_NAMES)[number], string | null>>;

/** The object in a scope that contains the values of the placeholders, so that no variable hides them. */
export const NAMES_VARIABLE = 'ttc';

const PLACEHOLDER = new RegExp(`^\\{(${TEXT_NAMES.join('|')})\\}`);

/** A piece of a text: literal, or an expression including `${` and `}`. A FEEL text is one expression. */
export interface TextPiece {
  readonly kind: 'literal' | 'expression';
  readonly text: string;
}

/**
 * Splits a text into pieces; each placeholder `{name}` becomes an expression.
 * @throws {GrammarError} an expression has no end
 */
export function splitText(text: string): readonly TextPiece[] {
  if (text.trimStart().startsWith('=')) return [{ kind: 'expression', text }];
  const pieces: TextPiece[] = [];
  let literal = '';
  const addExpression = (expression: string) => {
    if (literal !== '') pieces.push({ kind: 'literal', text: literal });
    literal = '';
    pieces.push({ kind: 'expression', text: expression });
  };
  for (let index = 0; index < text.length; ) {
    const name = PLACEHOLDER.exec(text.slice(index, index + 20))?.[1];
    if (text[index] === '\\' && opensExpression(text, index + 1)) {
      literal += text.slice(index, index + 3);
      index += 3;
    } else if (opensExpression(text, index)) {
      const end = findEnd(text, index);
      addExpression(text.slice(index, end + 1));
      index = end + 1;
    } else if (name !== undefined) {
      addExpression(`\${${NAMES_VARIABLE}.${name}}`);
      index += name.length + 2;
    } else {
      literal += text[index];
      index += 1;
    }
  }
  if (literal !== '') pieces.push({ kind: 'literal', text: literal });
  return pieces;
}

/** Replaces each placeholder `{name}` by an expression; returns the text unchanged if it cannot be split. */
export function expandNames(text: string): string {
  if (!text.includes('{')) return text;
  try {
    return splitText(text)
      .map((piece) => piece.text)
      .join('');
  } catch {
    return text;
  }
}
