import { EvaluationError } from '../evaluation-error.ts';
import { indexArgument, type Methods, methods, textArgument } from './method.ts';

/** Maximum length of a text in characters, which limits expressions that repeatedly enlarge a text. */
const MAX_TEXT = 1_000_000;
/** A Java pattern without special characters, except escaped ones. */
const PLAIN_PATTERN = /^(?:[^.$|()[{^?*+\\]|\\[^\w\s])+$/;

export const TEXT_METHODS: Methods<string> = methods({
  'length/0': (text) => text.length,
  'isBlank/0': (text) => text.trim() === '',
  'trim/0': (text) => text.trim(),
  'strip/0': (text) => text.trim(),
  'toLowerCase/0': (text) => text.toLowerCase(),
  'toUpperCase/0': (text) => text.toUpperCase(),
  'stringValue/0': (text) => text,
  'equalsIgnoreCase/1': (text, [other]) => typeof other === 'string' && text.toLowerCase() === other.toLowerCase(),
  'startsWith/1': (text, [start]) => text.startsWith(textArgument(start)),
  'endsWith/1': (text, [end]) => text.endsWith(textArgument(end)),
  'contains/1': (text, [part]) => text.includes(textArgument(part)),
  'indexOf/1': (text, [part]) => text.indexOf(textArgument(part)),
  'lastIndexOf/1': (text, [part]) => text.lastIndexOf(textArgument(part)),
  'charAt/1': (text, [at]) => text.charAt(indexArgument(at, text.length - 1)),
  'substring/1': (text, [from]) => text.slice(indexArgument(from, text.length)),
  'substring/2': (text, [from, to]) => {
    const end = indexArgument(to, text.length);
    return text.slice(indexArgument(from, end), end);
  },
  'concat/1': (text, [more]) => limit(text.length + textArgument(more).length, () => text + textArgument(more)),
  'replace/2': (text, [part, by]) => replaceAll(text, textArgument(part), textArgument(by)),
  'split/1': (text, [separator]) => split(text, textArgument(separator)),
});

/** Checks the length before the text is built. */
function limit(length: number, build: () => string): string {
  if (length <= MAX_TEXT) return build();
  throw new EvaluationError(`a text becomes longer than ${MAX_TEXT} characters`);
}

function replaceAll(text: string, part: string, by: string): string {
  if (part === '') throw new EvaluationError('an empty text cannot be replaced');
  const parts = text.split(part);
  return limit(text.length + (parts.length - 1) * (by.length - part.length), () => parts.join(by));
}

/** Java's `split` takes a pattern and omits trailing empty texts. */
function split(text: string, pattern: string): readonly string[] {
  if (!PLAIN_PATTERN.test(pattern)) {
    throw new EvaluationError('only plain separators are supported, not patterns');
  }
  const parts = text.split(pattern.replace(/\\(.)/g, '$1'));
  const last = parts.findLastIndex((part) => part !== '');
  return last === -1 ? parts.slice(0, 1) : parts.slice(0, last + 1);
}
