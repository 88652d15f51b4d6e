import { GrammarError } from '../expression-errors.ts';
import { explainMistyped } from '../mistyped.ts';
import { VARIABLE_PREFIXES } from './juel-variable-functions.ts';

/** Replaces the colon of `vars:get(x)`, which the parser would read as a conditional; not allowed in names. */
export const PREFIX_MARK = '\u2236';
/** Without spaces, so that `a ? var : get(x)` stays a conditional. */
const PREFIXED_CALL = new RegExp(`(?:${VARIABLE_PREFIXES.join('|')}):(?=[A-Za-z]\\w*\\()`, 'y');

/** Word operators and the symbols that replace them. `~` is free, because JUEL has no bit operators. */
const WORD_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['empty', '~'],
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['gt', '>'],
  ['le', '<='],
  ['ge', '>='],
  ['div', '/'],
  ['mod', '%'],
]);

/** A name, or a number with the letters directly after it, so that `eq` in `3eq` is not read as an operator. */
const WORD = /[\p{L}\p{Nl}\p{Nd}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}_$]*/uy;

/** The index after the closing quote of the text literal at `start`. */
export function skipTextLiteral(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
  }
  throw new GrammarError('a quote is not closed', start);
}

/**
 * Replaces word operators by symbols, padded to the same length so that positions in errors are correct; text literals are
 * not changed. The operators are not added to the parser, because its configuration is global to the Node process.
 */
export function replaceWordOperators(text: string): string {
  let written = '';
  let last = '';
  for (let index = 0; index < text.length; ) {
    PREFIXED_CALL.lastIndex = index;
    const prefix = last === '.' ? undefined : PREFIXED_CALL.exec(text)?.[0];
    if (prefix !== undefined) {
      written += prefix.replace(':', PREFIX_MARK);
      // The next word is a name, as after a dot.
      last = '.';
      index += prefix.length;
      continue;
    }
    const token = readToken(text, index);
    // After a dot a word is a member, not an operator.
    const symbol = last === '.' ? undefined : WORD_OPERATORS.get(token);
    written += symbol === undefined ? token : symbol.padEnd(token.length);
    if (token.trim() !== '') last = token;
    index += token.length;
  }
  return written;
}

function readToken(text: string, index: number): string {
  const character = text[index] ?? '';
  if (character === "'" || character === '"') return text.slice(index, skipTextLiteral(text, index));
  if (`{};~\`${PREFIX_MARK}`.includes(character)) throw new GrammarError(`\`${character}\` has no meaning here`, index);
  WORD.lastIndex = index;
  const word = WORD.exec(text)?.[0];
  const mistyped = word === undefined ? explainMistyped(character) : undefined;
  if (mistyped !== undefined) throw new GrammarError(mistyped, index);
  return word ?? character;
}

/** Finds a comma outside text literals and argument lists, which the parser would skip silently. */
export function findComma(text: string): number | undefined {
  const open: string[] = [];
  for (let index = 0; index < text.length; ) {
    const character = text[index] ?? '';
    if (character === ',' && open.at(-1) !== '(') return index;
    if (character === '(' || character === '[') open.push(character);
    if (character === ')' || character === ']') open.pop();
    index = character === "'" || character === '"' ? skipTextLiteral(text, index) : index + 1;
  }
  return undefined;
}
