import { describe, expect, test } from 'vitest';
import {
  catchEvent,
  end,
  exclusive,
  type MultiInstanceOptions,
  parallel,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram } from '../../support/named-events.ts';
import { multiSubProcess, timer } from './palette.ts';
import { begin, play } from './shape-driver.ts';

/** A is signed by several, then V. */
const signed = (multiInstance: MultiInstanceOptions): string =>
  diagram([start(), userTask('A', { multiInstance }), userTask('V'), end()], 'start > A > V > end');
const each = (more: MultiInstanceOptions = {}): MultiInstanceOptions => ({
  collection: '${people}',
  elementVariable: 'who',
  ...more,
});
const THREE = { people: ['p', 'q', 'r'] };
const FIVE = { people: ['p', 'q', 'r', 's', 't'] };

describe('a countersign with a condition over its counters', () => {
  test('j1 parallel, two of three, out of order', () =>
    play(
      signed(each({ condition: '${nrOfCompletedInstances >= 2}' })),
      `start -> A#0, A#1, A#2
       press A#2 -> A#0, A#1
       press A#0 -> V | gone A#1
       press V -> END`,
      THREE,
    ));

  test('j2 sequential, two of three', () =>
    play(
      signed(each({ sequential: true, condition: '${nrOfCompletedInstances >= 2}' })),
      `start -> A#0
       press A#0 -> A#1
       press A#1 -> V
       press V -> END`,
      THREE,
    ));

  test('j3 parallel, 60 % of five', () =>
    play(
      signed(each({ condition: '${nrOfCompletedInstances / nrOfInstances >= 0.6}' })),
      `start -> A#0, A#1, A#2, A#3, A#4
       press A#4 -> A#0, A#1, A#2, A#3
       press A#1 -> A#0, A#2, A#3
       press A#2 -> V | gone A#0 A#3
       press V -> END`,
      FIVE,
    ));

  test('j4 parallel, by number, when none is active', () =>
    play(
      signed({ cardinality: 3, condition: '${nrOfActiveInstances == 0}' }),
      `start -> A#0, A#1, A#2
       press A#1 -> A#0, A#2
       press A#2 -> A#0
       press A#0 -> V
       press V -> END`,
    ));

  // Flows say what a vote is; where all must approve, the first rejection decides.
  test('j5 with votes, any rejection ends it', () =>
    play(
      diagram(
        [start(), userTask('A', { multiInstance: each() }), exclusive('x'), userTask('V'), userTask('W'), end()],
        'start > A > x >"yes"{ttc:vote=approve} V > end; x >"no"{ttc:vote=reject} W > end',
      ),
      `start -> A#0, A#1, A#2, A#3, A#4
       press A#4 "yes" -> A#0, A#1, A#2, A#3
       press A#1 "no" -> W | gone A#0 A#2 A#3
       press W -> END`,
      FIVE,
    ));
});

describe.each([
  ['parallel', false],
  ['sequential', true],
])('a %s countersign of a collection', (_order, sequential) => {
  test('j6 that is empty is passed at once', () =>
    play(
      signed(each({ sequential })),
      `start -> V
         press V -> END`,
      { people: [] },
    ));

  test('j6b that is not there fails the start', async () => {
    await expect(begin(signed(each({ sequential })))).rejects.toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
  });
});

describe('a multi-instance sub-process that is complete after one iteration', () => {
  const CONDITION = '${nrOfCompletedInstances >= 1}';

  test('j7 parallel: tasks and timers of the other iterations are dropped', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          multiSubProcess(
            'Q',
            [start('qs'), parallel('f'), userTask('A'), catchEvent('ct', timer()), parallel('j'), end('qe')],
            'qs > f > A > j > qe; f > ct > j',
            each({ condition: CONDITION }),
          ),
        ],
        'start > Q > V > end',
      ),
      `start -> Q0.A, Q1.A, timer ct, timer ct
       press Q1.A -> Q0.A, timer ct, timer ct
       timer ct 2 -> V | gone Q0.A
       press V -> END`,
      { people: ['p', 'q'] },
    ));

  test('j8 sequential: the second iteration does not begin', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          multiSubProcess(
            'Q',
            [start('qs'), userTask('A'), end('qe')],
            'qs > A > qe',
            each({ sequential: true, condition: CONDITION }),
          ),
        ],
        'start > Q > V > end',
      ),
      `start -> Q0.A
       press Q0.A -> V
       press V -> END`,
      { people: ['p', 'q'] },
    ));
});

describe('element variables', () => {
  test('j9 each signer gets the task of their own, in a multi-instance sub-process too', async () => {
    const xml = diagram(
      [
        ...[start(), userTask('A', { assignee: '${who}', multiInstance: each() }), end()],
        multiSubProcess(
          'Q',
          [
            ...[start('qs'), userTask('B', { assignee: '${boss}' })],
            ...[userTask('M', { assignee: '${boss},${who}', multiInstance: each() }), end('qe')],
          ],
          'qs > B > M > qe',
          { collection: '${people}', elementVariable: 'boss' },
        ),
      ],
      'start > A > Q > end',
    );
    const run = await begin(xml, { people: ['p', 'q'] });
    expect(['A#0', 'A#1'].map((name) => run.task(name).handlers)).toEqual([['p'], ['q']]);
    await run.do('press A#0');
    await run.do('press A#1');
    expect(['Q0.B', 'Q1.B'].map((name) => run.task(name).handlers)).toEqual([['p'], ['q']]);
    await run.do('press Q1.B');
    expect(['Q1.M#0', 'Q1.M#1'].map((name) => run.task(name).handlers)).toEqual([['q', 'p'], ['q']]);
  });
});

describe('many signers', () => {
  test('j10 of 120 the hundredth completes it, and the others vanish', async () => {
    const people = Array.from({ length: 120 }, (_, index) => `signer-${index}`);
    const run = await begin(signed(each({ condition: '${nrOfCompletedInstances >= 100}' })), { people });
    expect(run.view.split(', ')).toHaveLength(120);
    for (let pressed = 0; pressed < 99; pressed++) await run.do(`press A#${(pressed * 7) % 120}`);
    expect(run.view.split(', ')).toHaveLength(21);
    expect(await run.do(`press A#${(99 * 7) % 120}`)).toBe('V');
    expect(run.gone).toHaveLength(20);
  });
});
