import { expect, test } from 'vitest';
import { compileExpression } from '../../src/model/expressions/compile-expression.ts';
import { armTimer } from '../../src/plugin/timer-due.ts';

const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;

/** When the rounds of a cycle are due that begins to wait, as ISO times, at most so many. */
function rounds(text: string, from: string, timeZone: string, most: number): string[] {
  const trigger = { kind: 'timer', form: 'cycle', value: compileExpression(text) } as const;
  const due: string[] = [];
  let state = armTimer(trigger, 'timer', {}, at(from), timeZone);
  while (state.dueAt !== null && due.length < most) {
    due.push(new Date(state.dueAt).toISOString().replace(':00.000Z', ''));
    if (state.left === 1 || state.left === null) break;
    state = armTimer(trigger, 'timer', {}, state.dueAt, timeZone, state.left === -1 ? -1 : state.left - 1);
  }
  return due;
}

test.each([
  ['Asia/Shanghai', ['2026-03-01T01:00', '2026-03-02T01:00']],
  ['UTC', ['2026-03-01T09:00', '2026-03-02T09:00']],
  ['America/New_York', ['2026-03-01T14:00', '2026-03-02T14:00']],
])('a cycle from a date without an offset begins at that date in %s, whatever the machine is set to', (zone, due) => {
  expect(rounds('R/2026-03-01T09:00:00/P1D', '2026-02-01T00:00:00Z', zone, 2)).toEqual(due);
});

test('keeps its hour when the clocks of the zone change, and passes an hour they skip by one', () => {
  expect(rounds('R/2026-03-28T09:00/P1D', '2026-03-27T00:00:00Z', 'Europe/Berlin', 3)).toEqual([
    '2026-03-28T08:00',
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
  expect(rounds('R/2026-03-28T02:30/P1D', '2026-03-27T00:00:00Z', 'Europe/Berlin', 3)).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ]);
});

test('a cycle from a date with an offset is told by it', () => {
  expect(rounds('R2/2026-03-01T09:00:00+02:00/P1D', '2026-02-01T00:00:00Z', 'Asia/Shanghai', 9)).toEqual([
    '2026-03-01T07:00',
    '2026-03-02T07:00',
  ]);
});

test('a cycle with a number of rounds has no other than these, also when it begins to wait in the middle of them', () => {
  const three = 'R3/2026-03-01T09:00:00Z/P1D';
  expect(rounds(three, '2026-02-01T00:00:00Z', 'UTC', 9)).toHaveLength(3);
  expect(rounds(three, '2026-03-02T10:00:00Z', 'UTC', 9)).toEqual(['2026-03-03T09:00']);
});

test('of a cycle without end that was missed for long the next is a round of its own, to the hour', () => {
  const trigger = { kind: 'timer', form: 'cycle', value: compileExpression('R/2026-01-31T09:00/P1M') } as const;
  const state = armTimer(trigger, 't', {}, at('2026-02-01T00:00:00Z'), 'Europe/Berlin', -1, at('2026-09-15T00:00:00Z'));
  expect(new Date(state.dueAt ?? 0).getUTCHours() * HOUR_MS).toBe(7 * HOUR_MS);
  expect(state.dueAt).toBeGreaterThan(at('2026-09-15T00:00:00Z'));
  expect(state.left).toBe(-1);
});
