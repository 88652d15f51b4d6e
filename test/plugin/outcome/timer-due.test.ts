import { expect, test } from 'vitest';
import { armTimer } from '../../../src/plugin/outcome/timer-due.ts';
import { compileExpression, readDueTime, type TimerTrigger } from '../../support/inner/model.ts';

const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;

/** When the rounds of a cycle are due that begins to wait, as ISO times, at most so many. */
function rounds(text: string, from: string, timeZone: string, most: number): string[] {
  const trigger = { kind: 'timer', form: 'cycle', value: compileExpression(text) } as const;
  const due: string[] = [];
  let state = armTimer(trigger, 'timer', {}, { from: at(from), timeZone });
  while (state.dueAt !== null && due.length < most) {
    due.push(new Date(state.dueAt).toISOString().replace(':00.000Z', ''));
    if (state.left === 1 || state.left === null) break;
    state = armTimer(
      trigger,
      'timer',
      {},
      { from: state.dueAt, timeZone, left: state.left === -1 ? -1 : state.left - 1 },
    );
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
  const state = armTimer(
    trigger,
    't',
    {},
    {
      ...{ from: at('2026-02-01T00:00:00Z'), now: at('2026-09-15T00:00:00Z') },
      ...{ timeZone: 'Europe/Berlin', left: -1 },
    },
  );
  expect(new Date(state.dueAt ?? 0).getUTCHours() * HOUR_MS).toBe(7 * HOUR_MS);
  expect(state.dueAt).toBeGreaterThan(at('2026-09-15T00:00:00Z'));
  expect(state.left).toBe(-1);
});

test.each([
  ['R/2026-01-31T09:00:00Z/P1M', ['2026-01-31T09:00', '2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00']],
  ['R3/P1M/2026-04-30T09:00:00Z', ['2026-02-28T09:00', '2026-03-30T09:00', '2026-04-30T09:00']],
  ['R/2024-02-29T09:00:00Z/P1Y', ['2026-02-28T09:00', '2027-02-28T09:00', '2028-02-29T09:00', '2029-02-28T09:00']],
  // In summer time the hour of the zone stays, and that of an offset.
  ['R/2026-02-28T00:30/P1M', ['2026-02-27T23:30', '2026-03-27T23:30', '2026-04-27T22:30', '2026-05-27T22:30']],
  ['R/2026-01-31T00:30:00+01:00/P1M', ['2026-01-30T23:30', '2026-02-27T23:30', '2026-03-30T23:30', '2026-04-29T23:30']],
  ['R2/2026-01-31T09:00:00Z/P1M', ['2026-01-31T09:00', '2026-02-28T09:00']],
  ['2026-01-31T09:00:00Z/P1M', ['2026-02-28T09:00']],
  ['R0/PT1H', []],
])('the rounds of %s end on the last day of a month at the latest, and each is counted from the date', (text, due) => {
  expect(rounds(text, '2026-01-15T00:00:00Z', 'Europe/Berlin', 4)).toEqual(due);
});

/** When a timer is due that begins to wait at the start of 2026 in UTC. */
function due(
  form: TimerTrigger['form'],
  text: string,
  { scope = {}, zone = 'UTC', ...rest }: { scope?: object; zone?: string } & Partial<TimerTrigger> = {},
): string | null {
  const trigger: TimerTrigger = { kind: 'timer', form, value: compileExpression(text), ...rest };
  const { dueAt } = armTimer(trigger, 'timer', { ...scope }, { from: at('2026-01-01T00:00:00Z'), timeZone: zone });
  return dueAt === null ? null : new Date(dueAt).toISOString().replace('.000Z', '').replace('2026-01-', '');
}

test.each([
  ['0 0/5 * * * ?', 'UTC', '01T00:05:00'],
  ['0 30 9 * * ?', 'Asia/Shanghai', '01T01:30:00'],
  ['0 0 12 ? * MON-FRI', 'UTC', '01T12:00:00'],
  // 1 January 2026 is a Thursday: 5 in Quartz, 4 elsewhere.
  ['0 0 12 ? * 5', 'UTC', '01T12:00:00'],
  ['0 12 * * 4', 'UTC', '01T12:00:00'],
  ['0 0 0 L * ?', 'UTC', '31T00:00:00'],
  ['0 0 0 25 12 ? 2020', 'UTC', null],
  // Quartz counts back from the last day, and goes over the end.
  ['0 0 9 L-3 * ?', 'UTC', '28T09:00:00'],
  ['0 0 9 L-3 2 ?', 'Asia/Shanghai', '2026-02-25T01:00:00'],
  ['0 0 9 L-28 2 ?', 'UTC', '2028-02-01T09:00:00'],
  ['0 9 L-1 * *', 'UTC', '30T09:00:00'],
  ['0 0 9 ? * SAT-MON', 'UTC', '03T09:00:00'],
  ['0 0 9 ? * 7-2', 'UTC', '03T09:00:00'],
  ['0 9 * * 6-1', 'UTC', '03T09:00:00'],
  ['0 0 9 ? * FRI-FRI', 'UTC', '02T09:00:00'],
  ['0 0 22-2/2 * * ?', 'UTC', '01T02:00:00'],
  ['0 0 0 5 NOV-JAN ?', 'UTC', '05T00:00:00'],
  ['0 0 0 5 OCT-DEC,feb-MAR ?', 'UTC', '2026-02-05T00:00:00'],
  ['@daily', 'Asia/Shanghai', '01T16:00:00'],
  ['@weekly', 'UTC', '04T00:00:00'],
])('the cron pattern %s is due in %s at %s', (text, zone, expected) => {
  expect(due('cycle', text, { zone })).toBe(expected);
});

test('the days of the week of Camunda 8 begin with 0', () => {
  expect(due('cycle', '0 0 12 * * 4', { writtenFor: 'zeebe' })).toBe('01T12:00:00');
});

test.each(['0 0 9 30 2 ?', '0 0 9 L-30 2 ?', '0 0 9 L-31 * ?', '0 0 30-2 * * ?', '@reboot'])(
  'a computed pattern %s that says no time fails',
  (text) => {
    expect(() => due('cycle', '${pattern}', { scope: { pattern: text } })).toThrow(/gives no time/);
  },
);

test('cron patterns go on without end, and rounds that were missed are passed over', () => {
  expect(rounds('0 0 9 * * ?', '2026-03-27T12:00:00Z', 'Europe/Berlin', 3)).toEqual([
    '2026-03-28T08:00',
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
  const trigger: TimerTrigger = { kind: 'timer', form: 'cycle', value: compileExpression('0 0 9 * * ?') };
  const state = armTimer(
    trigger,
    't',
    {},
    {
      ...{ from: at('2026-02-01T09:00:00Z'), now: at('2026-09-15T10:00:00Z') },
      ...{ timeZone: 'UTC', left: -1 },
    },
  );
  expect(state).toEqual({ dueAt: at('2026-09-16T09:00:00Z'), left: -1 });
});

test.each<[TimerTrigger['form'], string, object, string]>([
  ['duration', 'PT${hours}H', { hours: 3 }, '01T03:00:00'],
  ['duration', '${wait}', { wait: ' pt10s ' }, '01T00:00:10'],
  ['duration', '#{seconds}s', { seconds: 20 }, '01T00:00:20'],
  ['duration', '1d 2h', {}, '02T02:00:00'],
  ['duration', 'R3/PT1H', {}, '01T01:00:00'],
  ['date', '${day}', { day: '2026-01-31' }, '30T16:00:00'],
  ['date', '2026-01-31T18:00:00', {}, '31T10:00:00'],
  ['date', '20260131T180000', {}, '31T10:00:00'],
  ['date', '2026-W02-1', {}, '04T16:00:00'],
  ['date', '${day}', { day: at('2026-01-05T00:00:00Z') }, '05T00:00:00'],
  ['date', 'PT10M', {}, '01T00:10:00'],
  ['duration', 'P1M', {}, '2026-02-01T00:00:00'],
  ['duration', 'P1Y2M3DT4H', {}, '2027-03-04T04:00:00'],
  ['duration', 'P0.5M', {}, '16T12:00:00'],
  ['cycle', '5s###1m', {}, '01T00:00:05'],
  ['cycle', 'R3/2026-01-03T00:00:00Z/PT1H', {}, '03T00:00:00'],
])('a %s of %s over %o', (form, text, scope, expected) => {
  expect(due(form, text, { scope, zone: 'Asia/Shanghai' })).toBe(expected);
});

test.each([
  ['2026-01-05T12:00:00[Europe/Berlin]', '05T11:00:00'],
  ['2026-07-05T12:00:00[Europe/Berlin]', '2026-07-05T10:00:00'],
  ['2026-01-05T12:00:00+01:00[Europe/Berlin]', '05T11:00:00'],
  ['2026-01-05T12:00:00Z[America/New_York][u-ca=gregory]', '05T12:00:00'],
  ['2026-01-05[Etc/GMT+2]', '05T02:00:00'],
  // The clocks skip from 02:00 to 03:00, and show 02:30 twice, the first time in summer.
  ['2026-03-29T02:30:00[Europe/Berlin]', '2026-03-29T01:30:00'],
  ['2026-10-25T02:30:00[Europe/Berlin]', '2026-10-25T00:30:00'],
  ['2026-10-25T02:30:00+01:00[Europe/Berlin]', '2026-10-25T01:30:00'],
  ['2026-10-04T02:15:00[Australia/Lord_Howe]', '2026-10-03T15:45:00'],
])('a date %s in the zone that it names is due at %s, for timers and due dates alike', (text, expected) => {
  expect(due('date', text, { zone: 'Asia/Shanghai' })).toBe(expected);
  expect(due('duration', '${when}', { scope: { when: text.replace(/^([\d-]+)\[/, '$1T00:00:00[') } })).toBe(expected);
  const at = readDueTime(text, 0, 'Asia/Shanghai');
  expect(new Date(at ?? 0).toISOString().replace('.000Z', '').replace('2026-01-', '')).toBe(expected);
});

test.each(['2026-01-05T12:00:00[Mars/Base]', '2026-01-05T12:00:00Z[Mars/Base]', '2026-01-05T12:00:00[]', 'no[UTC]'])(
  '%s is no date',
  (text) => {
    expect(() => due('date', text)).toThrow('gives no time');
    expect(readDueTime(text, 0, 'UTC')).toBeUndefined();
  },
);

test('a cycle from a date with its zone keeps the hour there over the summer, whatever the zone of the bridge', () => {
  const days = ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'];
  for (const date of ['2026-03-28T09:00:00[Europe/Berlin]', '2026-03-28T09:00:00+01:00[Europe/Berlin]'])
    expect(rounds(`R3/${date}/P1D`, '2026-03-27T00:00:00Z', 'Asia/Shanghai', 9)).toEqual(days);
  const flowable = { writtenFor: 'flowable', zone: 'Asia/Shanghai' } as const;
  expect(due('cycle', 'R3/PT10H/2026-01-01T10:59:00[Europe/Berlin]', flowable)).toBeNull();
  expect(due('cycle', 'R3/PT10H/2026-01-01T11:00:00[Europe/Berlin]', flowable)).toBe('01T10:00:00');
});

test('a bare number is milliseconds in a file for jBPM, and no time anywhere else', () => {
  expect(due('duration', '5000', { writtenFor: 'jbpm' })).toBe('01T00:00:05');
  expect(() => due('duration', '${days}', { scope: { days: 3 } })).toThrow('gives no time');
});

test('a delay with a period goes on by the period', () => {
  expect(rounds('5h###1d', '2026-01-01T00:00:00Z', 'UTC', 3)).toEqual([
    '2026-01-01T05:00',
    '2026-01-02T05:00',
    '2026-01-03T05:00',
  ]);
});

test('in Flowable and Activiti a cycle ends at its end date; in Camunda 7 it is counted back from it, as in ISO 8601', () => {
  const flowable = { writtenFor: 'flowable' } as const;
  expect(due('cycle', 'R3/PT10H/2026-01-02T00:00:00Z', flowable)).toBe('01T10:00:00');
  expect(due('cycle', 'R3/PT10H/2026-01-01T05:00:00Z', flowable)).toBeNull();
  expect(
    due('cycle', 'R3/PT10H', { until: compileExpression('${end}'), scope: { end: '2026-01-01T05:00:00Z' } }),
  ).toBeNull();
  expect(due('cycle', 'R3/PT10H/2026-01-02T00:00:00Z')).toBe('01T04:00:00');
});

test.each(['duration', 'cycle'] as const)('an expression may give a date for a %s, and then it fires once', (form) => {
  const trigger = { kind: 'timer', form, value: compileExpression('${when}') } as const;
  const scope = { when: '2026-03-02T09:00:00' };
  expect(armTimer(trigger, 't', scope, { from: at('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' })).toEqual({
    dueAt: at('2026-03-02T01:00:00Z'),
    left: null,
  });
  const written = { ...trigger, value: compileExpression('2026-03-02T09:00:00') };
  expect(() => armTimer(written, 't', {}, { from: at('2026-03-01T00:00:00Z'), timeZone: 'UTC' })).toThrow(
    'gives no time',
  );
});

test('a month after a day that another month lacks is its last day, for timers and due dates alike', () => {
  const after = (text: string, from: string, timeZone = 'UTC') => {
    const trigger = { kind: 'timer', form: 'duration', value: compileExpression(text) } as const;
    const { dueAt } = armTimer(trigger, 't', {}, { from: at(from), timeZone });
    expect(readDueTime(text, at(from), timeZone)).toBe(dueAt);
    return new Date(dueAt ?? 0).toISOString();
  };
  expect(after('P1M', '2026-01-31T09:00:00Z')).toBe('2026-02-28T09:00:00.000Z');
  expect(after('P1Y', '2028-02-29T09:00:00Z')).toBe('2029-02-28T09:00:00.000Z');
  expect(after('P1M1D', '2028-01-31T09:00:00Z')).toBe('2028-03-01T09:00:00.000Z');
  // It is the first of the month in Shanghai.
  expect(after('P1M', '2026-01-31T18:00:00Z', 'Asia/Shanghai')).toBe('2026-02-28T18:00:00.000Z');
  expect(after('P1M', '2026-01-30T17:00:00Z', 'Asia/Shanghai')).toBe('2026-02-27T17:00:00.000Z');
});

test('a cycle without a date is counted from when it began', () => {
  const trigger = { kind: 'timer', form: 'cycle', value: compileExpression('R/P1M') } as const;
  const began = at('2026-01-31T09:00:00Z');
  const clock = { began, timeZone: 'UTC', left: -1 };
  const next = (from: string, now = from) =>
    new Date(armTimer(trigger, 't', {}, { from: at(from), now: at(now), ...clock }).dueAt ?? 0).toISOString();
  expect(next('2026-01-31T09:00:00Z')).toBe('2026-02-28T09:00:00.000Z');
  expect(next('2026-02-28T09:00:00Z')).toBe('2026-03-31T09:00:00.000Z');
  expect(next('2026-02-28T09:00:00Z', '2026-07-20T00:00:00Z')).toBe('2026-07-31T09:00:00.000Z');
});
