import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  element,
  end,
  eventSubProcess,
  fileWith,
  processFile,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('timer-invalid', () => {
  const rule = 'timer-invalid';

  const timed = (...forms: readonly [string, string][]) =>
    fileWith(
      catchEvent('c', element('timerEventDefinition', {}, forms.map(([tag, text]) => element(tag, {}, text)).join(''))),
    );

  test.each<[string, string, string]>([
    ['no time', timed(), 'does not say when'],
    [
      'two times',
      timed(['timeDuration', 'P1D'], ['timeDate', '2030-01-01']),
      'gives more than one time: duration, date',
    ],
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
      'is set to "0 0 25 * * ?", which is not an ISO 8601 repeating interval longer than zero, nor a cron pattern that can be read',
    ],
    ...['R3/PT0S', 'R/2030-01-01T00:00:00Z/P0M', 'R/P0D/2030-01-01T00:00:00Z'].map(
      (text) =>
        [
          'a cycle of zero length',
          timed(['timeCycle', text]),
          `is set to "${text}", which is not an ISO 8601 repeating interval longer than zero, nor a cron pattern that can be read`,
        ] satisfies [string, string, string],
    ),
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

  findsIn(rule, [
    [
      'an end of a cycle that is no date is refused',
      fileWith(
        catchEvent(
          'c',
          element('timerEventDefinition', {}, element('timeCycle', { 'flowable:endDate': 'never' }, 'R/PT1H')),
        ),
      ),
      'error c: The timer "c" ends at "never", which is not an ISO 8601 date.',
    ],
  ]);
});

describe('timer-read-as', () => {
  const rule = 'timer-read-as';

  const timed = (form: string, text: string) =>
    fileWith(catchEvent('c', element('timerEventDefinition', {}, element(form, {}, text))));

  test('numbered days of the week are taken for what most engines take them for', async () => {
    expect(await findProblems(timed('timeCycle', '0 0 9 ? * 2-6'), rule)).toEqual([
      'warning c: The timer "c" is set to "0 0 9 ? * 2-6" and numbers the days of the week: 1 is Sunday, as in Quartz.',
    ]);
    expect(await findProblems(timed('timeCycle', '0 9 * * 1-5'), rule)).toEqual([
      'warning c: The timer "c" is set to "0 9 * * 1-5" and numbers the days of the week: 0 and 7 are Sunday.',
    ]);
  });

  test.each(['0 0 9 ? * MON-FRI', '0 0/5 * * * ?', 'R3/PT1H'])('%s means the same to all', async (text) => {
    expect(await findProblems(timed('timeCycle', text), rule)).toEqual([]);
  });

  test('which engine a file is for is told by the namespaces that it declares', async () => {
    const cycle = timed('timeCycle', 'R3/PT1H').replace(/ xmlns:(camunda|zeebe|activiti)="[^"]*"/g, '');
    const writtenFor = async (xml: string) => (await readXml(xml)).model?.events.get('c')?.trigger;
    expect(await writtenFor(cycle)).toMatchObject({ writtenFor: 'flowable' });
    expect(await writtenFor(timed('timeCycle', 'R3/PT1H'))).not.toHaveProperty('writtenFor');
  });
});

describe('timer-cycle-fires-once', () => {
  const onTask = (text: string, interrupting = true) =>
    processFile(
      [start(), userTask('a'), boundary('late', 'a', timer(text), { interrupting }), end()],
      'start > a > end; late > end',
    );

  const besideTask = (isInterrupting: boolean) => {
    const due = start('due', { content: timer('R/P1D'), attributes: { isInterrupting } });
    const handler = eventSubProcess('h', [due, end('he')], 'due > he');
    return processFile([start(), userTask('a'), end(), handler], 'start > a > end');
  };

  findsIn('timer-cycle-fires-once', [
    [
      'a repeating timer that ends what it is attached to is pointed out',
      onTask('R3/PT1H'),
      'warning late: The timer "late" repeats, but it ends the activity it is attached to, so only its first round happens.',
    ],
    [
      'a repeating timer that ends what runs around it is pointed out',
      besideTask(true),
      'warning due: The timer "due" repeats, but it ends the scope around its sub-process, so only its first round happens.',
    ],
    [
      'a token that waits for a repeating timer waits once',
      processFile([start(), catchEvent('wait', timer('R/PT1H')), end()], 'start > wait > end'),
      'warning wait: The timer "wait" repeats, but the token goes on, so only its first round happens.',
    ],
    [
      'one that interrupts nothing, one round and a duration are fine',
      [onTask('R3/PT1H', false), besideTask(false), onTask('R1/PT1H'), onTask('PT1H')].map((xml) => xml),
    ],
  ]);
});

findsIn('timer-never-fires', [
  [
    'a cycle of no rounds is pointed out',
    fileWith(catchEvent('c', timer('R0/PT1H'))),
    'warning c: The timer "c" is set to "R0/PT1H", a cycle of no rounds, so it never fires.',
  ],
  [
    'one round, and rounds without end, are fine',
    ['R1/PT1H', 'R/PT1H', 'R10/PT1H'].map((text) => fileWith(catchEvent('c', timer(text)))),
  ],
]);

test('a cycle of no rounds has no first round that alone would happen', async () => {
  expect(await findProblems(fileWith(catchEvent('c', timer('R0/PT1H'))), 'timer-cycle-fires-once')).toEqual([]);
});
