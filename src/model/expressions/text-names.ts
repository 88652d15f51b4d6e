import { findEnd, opensExpression } from './template.ts';

/**
 * What texts, urls and messages can name besides variables: `{taskId}` as it stands, `${taskId}` in an expression, where
 * a variable of that name comes first.
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
/** Null: there is none, as no task for a message about the process. */
export type TextNames = Readonly<Record<(typeof TEXT_NAMES)[number], string | null>>;

/** What holds the names in a scope, so that no variable stands before them. */
export const NAMES_VARIABLE = 'ttc';

const PLACEHOLDER = new RegExp(`^\\{(${TEXT_NAMES.join('|')})\\}`);

/** A text in pieces: literal ones, and expressions with their `${` and `}`. A FEEL text is one expression. */
export interface TextPiece {
  readonly kind: 'literal' | 'expression';
  readonly text: string;
}

/**
 * Takes a text apart, with each `{name}` as the expression that gives it.
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

/** The text with each `{name}` written as an expression; as it stands where it cannot be taken apart. */
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
