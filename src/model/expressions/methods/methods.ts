import { isDeepStrictEqual } from 'node:util';
import { addToInstant, DATE_UNITS, readInstant, startOfDay } from '../date-time.ts';
import { EvaluationError } from '../expression-errors.ts';
import { toNumber } from '../juel/juel-coerce.ts';
import { type PlainObject, readOwn } from '../plain-data.ts';

/** One method of a type of value. @param timeZone IANA name, for methods of dates */
export type Method<Value> = (value: Value, args: readonly unknown[], timeZone: string) => unknown;
/** Methods by name and number of arguments, such as `substring/2`. */
export type Methods<Value> = ReadonlyMap<string, Method<Value>>;

export function methods<Value>(entries: Readonly<Record<string, Method<Value>>>): Methods<Value> {
  return new Map(Object.entries(entries));
}

function textArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError('an argument is not a text');
}

/** @param last the highest valid index */
function indexArgument(value: unknown, last: number): number {
  const index = Math.trunc(toNumber(value ?? null));
  if (index >= 0 && index <= last) return index;
  throw new EvaluationError('an index is out of range');
}

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

type List = readonly unknown[];

const first: Method<List> = (list) => entryAt(list, 0);
const last: Method<List> = (list) => entryAt(list, list.length - 1);
const member: Method<PlainObject> = (object, [key]) => readOwn(object, keyOf(key));
const hasMember: Method<PlainObject> = (object, [key]) => Object.hasOwn(object, keyOf(key));

export const LIST_METHODS: Methods<List> = methods({
  'size/0': (list) => list.length,
  'contains/1': (list, [entry]) => list.some((each) => isDeepStrictEqual(each, entry)),
  'containsAll/1': (list, [entries]) =>
    listArgument(entries).every((entry) => list.some((each) => isDeepStrictEqual(each, entry))),
  'indexOf/1': (list, [entry]) => list.findIndex((each) => isDeepStrictEqual(each, entry)),
  'lastIndexOf/1': (list, [entry]) => list.findLastIndex((each) => isDeepStrictEqual(each, entry)),
  'get/1': (list, [at]) => list[indexArgument(at, list.length - 1)],
  'first/0': first,
  'getFirst/0': first,
  'last/0': last,
  'getLast/0': last,
  'subList/2': (list, [from, to]) => {
    const end = indexArgument(to, list.length);
    return list.slice(indexArgument(from, end), end);
  },
  'elements/0': (list) => list,
});

/** Methods of Java maps, and of JSON objects in Camunda Spin. */
export const OBJECT_METHODS: Methods<PlainObject> = methods({
  'size/0': (object) => Object.keys(object).length,
  'get/1': member,
  'prop/1': member,
  'getOrDefault/2': (object, [key, otherwise]) =>
    hasMember(object, [key], '') ? member(object, [key], '') : otherwise,
  'containsKey/1': hasMember,
  'hasProp/1': hasMember,
  'containsValue/1': (object, [entry]) => Object.values(object).some((each) => isDeepStrictEqual(each, entry)),
  'keySet/0': (object) => Object.keys(object),
  'values/0': (object) => Object.keys(object).map((key) => readOwn(object, key)),
});

function entryAt(list: List, index: number): unknown {
  if (list.length === 0) throw new EvaluationError('a list is empty');
  return list[index];
}

function listArgument(value: unknown): List {
  if (Array.isArray(value)) return value;
  throw new EvaluationError('an argument is not a list');
}

function keyOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textArgument(value);
}

const isBefore: Method<string> = (text, [other]) => instantOf(text) < instantOf(other);
const isAfter: Method<string> = (text, [other]) => instantOf(text) > instantOf(other);
const epochMs: Method<string> = (text) => instantOf(text);

const additions = DATE_UNITS.flatMap((unit): [string, Method<string>][] => [
  [`plus${unit}/1`, (text, [count], zone) => addToInstant(instantOf(text), unit, toNumber(count ?? null), zone)],
  [`minus${unit}/1`, (text, [count], zone) => addToInstant(instantOf(text), unit, -toNumber(count ?? null), zone)],
]);

/** Methods of Joda and Java dates, for the texts that `now()` and `dateTime()` return. */
export const DATE_METHODS: Methods<string> = methods({
  ...Object.fromEntries(additions),
  'toDate/0': (text) => {
    instantOf(text);
    return text;
  },
  'getTime/0': epochMs,
  'getMillis/0': epochMs,
  'withTimeAtStartOfDay/0': (text, _, zone) => startOfDay(instantOf(text), zone),
  'isBefore/1': isBefore,
  'before/1': isBefore,
  'isAfter/1': isAfter,
  'after/1': isAfter,
});

function instantOf(value: unknown): number {
  const instant = readInstant(value);
  if (instant === undefined) throw new EvaluationError('a text is not a date and time with an offset');
  return instant;
}
