import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../src/messages/check-message.ts';
import { toJsonValue } from '../../src/messages/to-json-value.ts';
import { toSendRequest } from '../support/inner/bridge.ts';

describe('what JSON can hold', () => {
  it('comes as JSON writes it and reads it again', () => {
    const value = fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 3 });
    const holds = (given: unknown): boolean => {
      if (typeof given === 'number') return Number.isFinite(given);
      return typeof given !== 'object' || given === null || Object.values(given).every(holds);
    };
    fc.assert(
      fc.property(value.filter(holds), (given) => {
        expect(toJsonValue({ given })).toEqual(JSON.parse(JSON.stringify({ given })));
      }),
    );
  });

  it('is what a field says of itself, without fields that are undefined and without holes', () => {
    class Money {
      readonly amount = 3;
      readonly currency = undefined;
    }
    // biome-ignore lint/suspicious/noSparseArray: a host may have one
    const given = { at: new Date(0), where: new URL('https://example'), paid: new Money(), list: [undefined, , -0] };
    expect(toJsonValue(given)).toEqual(JSON.parse(JSON.stringify(given)));
    expect(Object.keys(toJsonValue(new Money()) as object)).toEqual(['amount']);
  });
});

const DEEP = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;

describe('what JSON cannot hold', () => {
  const circle: Record<string, unknown> = { list: [] };
  circle.list = [circle, circle];

  const problemsOf = (paramValueJson: object) => {
    const given = { messageTypeCode: 'LEAVE', toPersons: 'ann', data: { title: 'x', paramValueJson } };
    return checkMessage(toSendRequest(given as never, 'app', 's-1', 'UTC'), {}).problems;
  };

  it.each([
    ['a big integer', 10n, 'a bigint'],
    ['a function', () => 3, 'a function'],
    ['a symbol', Symbol('three'), 'a symbol'],
    ['no number', Number.NaN, 'NaN'],
    ['a number without end', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a map', new Map([['three', 3]]), 'an object of the class Map'],
    ['a set', new Set([3]), 'an object of the class Set'],
    ['a promise', Promise.resolve(3), 'an object of the class Promise'],
  ])('%s is refused by the name of its place', (_name, value, kind) => {
    const says = `is nothing that JSON can hold (${kind}); give it a text, a number, true or false, a list or an object`;
    expect(problemsOf({ days: value })).toEqual([`data.paramValueJson.days: ${says}`]);
    expect(problemsOf({ days: { more: [1, value] } })).toEqual([`data.paramValueJson.days.more[1]: ${says}`]);
  });

  it.each([
    ['an object that holds itself', circle, 'data.paramValueJson.days: contains itself'],
    ['more levels than can be read', DEEP, 'data.paramValueJson.days: is nested more than 1,000 levels deep'],
  ])('%s is refused by the name of its place', (_name, days, says) => {
    expect(problemsOf({ days })).toEqual([says]);
  });

  it('is refused in a field that is a text too, and where the spec has no field', () => {
    const given = {
      messageTypeCode: 'LEAVE',
      toPersons: 'ann',
      done: () => 3,
      data: { title: 3n, paramValueJson: {} },
    };
    expect(checkMessage(toSendRequest(given as never, 'app', 's-1', 'UTC'), {}).problems).toEqual([
      'data.title: has another form; give it a text',
      'done: is not a field of the spec; correct its name, or leave it out',
    ]);
  });

  it('is no matter where one object stands in two places', () => {
    const twice = { days: 3 };
    expect(toJsonValue({ one: twice, other: twice })).toEqual({ one: { days: 3 }, other: { days: 3 } });
  });
});
