import { expect, test } from 'vitest';
import { JsonObject } from '../../src/protocol/json-object.ts';

/** So many lists inside each other, around a number. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const problemsOf = (given: unknown) =>
  JsonObject.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('what JSON represents is copied, and what is changed afterwards is not in the copy', () => {
  const list = [1, { inner: 'x' }, null, true];
  const given = { list, empty: {}, none: [] };
  const copy = JsonObject.parse(given);
  list.push(2);
  expect(copy).toEqual({ list: [1, { inner: 'x' }, null, true], empty: {}, none: [] });
});

test('an object without a prototype is one, and a name that would replace a prototype is left out', () => {
  const given = Object.assign(Object.create(null) as object, JSON.parse('{"a": 1, "__proto__": {"isAdmin": true}}'));
  const copy = JsonObject.parse(given);
  expect(Object.entries(copy)).toEqual([['a', 1]]);
  expect(copy).not.toHaveProperty('isAdmin');
});

test.each([
  ['a date', new Date(), 'an object of the class Date'],
  ['a map', new Map(), 'an object of the class Map'],
  ['a function', () => 1, 'a function'],
  ['a large number', 10n, 'a bigint'],
  ['a symbol', Symbol('x'), 'a symbol'],
  ['no number', Number.NaN, 'NaN'],
  ['an infinite number', -Infinity, '-Infinity'],
  ['nothing', undefined, 'undefined'],
  ['an object of a class without a name', new (class {})(), 'an object of a class'],
])('%s is refused where it is', (_, value, name) => {
  expect(problemsOf({ order: { lines: [1, value] } })).toEqual([
    `order.lines.1: is nothing that JSON can hold (${name}); give it a text, a number, true or false, a list or an object`,
  ]);
});

test.each([
  ['a list', [], 'array'],
  ['null', null, 'null'],
  ['a text', 'x', 'string'],
  ['an object of a class', new Map(), 'Map'],
])('%s is no object', (_, given, name) => {
  expect(problemsOf(given)).toEqual([`: Invalid input: expected record, received ${name}`]);
});

test('1,000 levels are the most', () => {
  expect(problemsOf({ deep: nested(999) })).toBe(undefined);
  expect(problemsOf({ fine: 1, deep: nested(1_000) })).toEqual(['deep: is nested more than 1,000 levels deep']);
  expect(problemsOf({ deep: nested(100_000) })).toEqual(['deep: is nested more than 1,000 levels deep']);
});

test('what contains itself is told where that is', () => {
  const order: Record<string, unknown> = { lines: [] };
  (order.lines as unknown[]).push({ order }, { order });
  expect(problemsOf({ fine: 1, order })).toEqual(['order: contains itself']);
  const all: Record<string, unknown> = {};
  all.all = all;
  expect(problemsOf(all)).toEqual(['all: contains itself']);
});

test('an object in many places counts in each of them', () => {
  let value: object = {};
  for (let level = 0; level < 40; level += 1) value = { one: value, other: value };
  expect(problemsOf({ value })).toEqual([': has more than 250,000 values']);
  const twice = { x: 1 };
  expect(JsonObject.parse({ one: twice, other: twice })).toEqual({ one: { x: 1 }, other: { x: 1 } });
});

test('ten problems are told', () => {
  expect(problemsOf({ list: Array.from({ length: 100 }, () => undefined) })).toHaveLength(10);
});
