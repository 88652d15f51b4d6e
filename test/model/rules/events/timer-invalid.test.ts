import { expect, test } from 'vitest';
import { catchEvent, element, fileWith, timer } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'timer-invalid';

const timed = (...forms: readonly [string, string][]) =>
  fileWith(
    catchEvent('c', element('timerEventDefinition', {}, forms.map(([tag, text]) => element(tag, {}, text)).join(''))),
  );

test.each([
  ['no time', timed(), 'does not say when'],
  ['two times', timed(['timeDuration', 'P1D'], ['timeDate', '2030-01-01']), 'gives more than one time: duration, date'],
  ['a wrong duration', timed(['timeDuration', '5 days']), 'is set to "5 days", which is not an ISO 8601 duration'],
  [
    'a date for a duration',
    timed(['timeDuration', '2030-01-01']),
    'is set to "2030-01-01", which is not an ISO 8601 duration',
  ],
  ['a wrong date', timed(['timeDate', 'tomorrow']), 'is set to "tomorrow", which is not an ISO 8601 date'],
  ['a month that is not', timed(['timeDate', '2030-13-01']), 'is set to "2030-13-01", which is not an ISO 8601 date'],
  [
    'a cron pattern that is none',
    timed(['timeCycle', '0 0 25 * * ?']),
    'is set to "0 0 25 * * ?", which is not an ISO 8601 repeating interval, nor a cron pattern that can be read',
  ],
  [
    'a cron pattern that matches no date',
    timed(['timeCycle', '0 0 9 30 2 ?']),
    'is set to "0 0 9 30 2 ?", a cron pattern that matches no date, so it never fires',
  ],
  [
    'a cron pattern for a duration',
    timed(['timeDuration', '0 0 9 * * ?']),
    'is set to "0 0 9 * * ?", which is not an ISO 8601 duration',
  ],
])('a timer with %s is refused', async (_what, xml, reason) => {
  expect(await findProblems(xml, rule)).toEqual([`error c: The timer "c" ${reason}.`]);
});

test.each([
  ...['P1W', 'PT8H30M', 'pt10s', '2030-01-31T18:00:00Z', 'R3/PT10H', 'R/2030-01-01T00:00:00Z/P1D', '${due}', '=due'],
  'PT${hours}H',
])('a timer set to %s is fine', async (text) => {
  expect(await findProblems(fileWith(catchEvent('c', timer(text))), rule)).toEqual([]);
});

test.each([
  ['timeDuration', 'R3/PT1H'],
  ['timeDuration', '1d 2h'],
  ['timeDate', 'PT10M'],
  ['timeDate', '2030-01-31'],
  ['timeDate', '2030-01-31T18:00:00'],
  ['timeCycle', 'PT10M'],
  ['timeCycle', '5s###1m'],
  ['timeCycle', '0 0/5 * * * ?'],
  ['timeCycle', '0 15 10 ? * 6L 2030-2035'],
  ['timeCycle', '*/5 * * * *'],
])('as the engines that read it, %s may be %s', async (form, text) => {
  expect(await findProblems(timed([form, text]), rule)).toEqual([]);
});

test('a repetition after no time at all, which would never end, is refused', async () => {
  expect(await findProblems(timed(['timeCycle', '5s###0s']), rule)).toHaveLength(1);
});

test('an end of a cycle that is no date is refused', async () => {
  const cycle = element('timeCycle', { 'flowable:endDate': 'never' }, 'R/PT1H');
  const xml = fileWith(catchEvent('c', element('timerEventDefinition', {}, cycle)));
  expect(await findProblems(xml, rule)).toEqual([
    'error c: The timer "c" ends at "never", which is not an ISO 8601 date.',
  ]);
});
