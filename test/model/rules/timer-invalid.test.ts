import { expect, test } from 'vitest';
import { catchEvent, element, fileWith, timer } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

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
    'an interval for a duration',
    timed(['timeDuration', 'R3/PT1H']),
    'is set to "R3/PT1H", which is not an ISO 8601 duration',
  ],
  ['a wrong date', timed(['timeDate', 'tomorrow']), 'is set to "tomorrow", which is not an ISO 8601 date'],
  ['a month that is not', timed(['timeDate', '2030-13-01']), 'is set to "2030-13-01", which is not an ISO 8601 date'],
  [
    'a cron expression',
    timed(['timeCycle', '0 0/5 * * * ?']),
    'is set to "0 0/5 * * * ?", which is not an ISO 8601 repeating interval',
  ],
])('a timer with %s is refused', async (_what, xml, reason) => {
  expect(await findProblems(xml, rule)).toEqual([`error c: The timer "c" ${reason}.`]);
});

test.each(['P1W', 'PT8H30M', '2030-01-31T18:00:00Z', 'R3/PT10H', 'R/2030-01-01T00:00:00Z/P1D', '${due}', '=due'])(
  'a timer set to %s is fine',
  async (text) => {
    expect(await findProblems(fileWith(catchEvent('c', timer(text))), rule)).toEqual([]);
  },
);
