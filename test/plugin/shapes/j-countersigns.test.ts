import { describe, test } from 'vitest';
import { catchEvent, end, type MultiInstanceOptions, parallel, start, userTask } from '../../support/bpmn-xml.ts';
import { diagram } from '../../support/named-events.ts';
import { multiSubProcess, timer } from './palette.ts';
import { play } from './shape-driver.ts';

/** A is signed by several, then V. */
const signed = (multiInstance: MultiInstanceOptions): string =>
  diagram([start(), userTask('A', { multiInstance }), userTask('V'), end()], 'start > A > V > end');
const each = (more: MultiInstanceOptions = {}): MultiInstanceOptions => ({
  collection: '${people}',
  elementVariable: 'who',
  ...more,
});

describe('a countersign with a condition over its counters', () => {
  test('j4 parallel, by number, when none is active', () =>
    play(
      signed({ cardinality: 3, condition: '${nrOfActiveInstances == 0}' }),
      `start -> A#0, A#1, A#2
       press A#1 -> A#0, A#2
       press A#2 -> A#0
       press A#0 -> V
       press V -> END`,
    ));
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
