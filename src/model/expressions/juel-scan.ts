import { GrammarError } from './grammar-error.ts';
import { VARIABLE_PREFIXES } from './juel-variable-functions.ts';

/** Stands for the colon of `vars:get(x)`, which the parser would take for a choice; a sign that is in no name. */
export const PREFIX_MARK = '\u2236';
/** Without blanks, so that `a ? var : get(x)` stays a choice. */
const PREFIXED_CALL = new RegExp(`(?:${VARIABLE_PREFIXES.join('|')}):(?=[A-Za-z]\\w*\\()`, 'y');

/** Word operators, and the symbol of the parser that stands for each. `~` is free, since JUEL has no bit operators. */
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

/** A name, or a number with whatever is written against it, so that the word in `3eq` is not taken for an operator. */
const WORD = /[\p{L}\p{Nl}\p{Nd}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}_$]*/uy;

/** Where a text literal that begins at `start` ends: the index behind its closing quote. */
export function skipTextLiteral(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
  }
  throw new GrammarError('a quote is not closed', start);
}

/**
 * Writes word operators as symbols, each padded to its length so that positions stay true; text literals are untouched.
 * The parser keeps one configuration for the whole process, which a library must not change for its host.
 */
export function writeWordsAsSymbols(text: string): string {
  let written = '';
  let last = '';
  for (let index = 0; index < text.length; ) {
    PREFIXED_CALL.lastIndex = index;
    const prefix = last === '.' ? undefined : PREFIXED_CALL.exec(text)?.[0];
    if (prefix !== undefined) {
      written += prefix.replace(':', PREFIX_MARK);
      // The word behind it is a name, as behind a dot.
      last = '.';
      index += prefix.length;
      continue;
    }
    const token = readToken(text, index);
    // Behind a dot a word is a member, not an operator.
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
  return WORD.exec(text)?.[0] ?? character;
}

/** A comma outside of text literals and of the arguments of a call: the parser would skip a stray one in silence. */
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
