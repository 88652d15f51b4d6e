import { isDeepStrictEqual } from 'node:util';
import { EvaluationError } from '../evaluation-error.ts';
import { type PlainObject, readOwn } from '../plain-data.ts';
import { indexArgument, type Method, type Methods, methods, textArgument } from './method.ts';

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
