import { describe, test } from 'vitest';
import {
  catchEvent,
  end,
  eventGateway,
  exclusive,
  inclusive,
  parallel,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, message, receiveTask, signal } from '../../support/named-events.ts';
import { multiSubProcess, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

describe('an event-based gateway', () => {
  const reminders = diagram(
    [
      ...[start(), exclusive('x'), eventGateway('g'), catchEvent('ct', timer()), catchEvent('cm', message('m1'))],
      ...[...tasks('T', 'M'), end()],
    ],
    'start > x > g; g > ct > T > x; g > cm > M > end',
  );

  // The engine keeps such a message; BPMN leaves it to the one who delivers, and here that is told that nobody waits.
  test('a6 in a loop of reminders it waits again each round, and a message that comes in between is not kept', () =>
    play(
      reminders,
      `start -> timer ct
       timer ct -> T
       message m1 -> T (nobody waits for m1)
       press T -> timer ct
       timer ct -> T
       press T -> timer ct
       message m1 -> M
       press M -> END`,
    ));

  const beside = (join: ReturnType<typeof parallel>) =>
    diagram(
      [
        ...[start(), parallel('f'), join, userTask('B'), eventGateway('g'), catchEvent('ct', timer())],
        ...[catchEvent('cm', message('m1')), exclusive('x'), userTask('V'), end()],
      ],
      'start > f > B > j > V > end; f > g; g > ct > x; g > cm > x > j',
    );

  test('a8 in a branch before an inclusive join: the join waits for the event', () =>
    play(
      beside(inclusive('j')),
      `start -> B, timer ct
       press B -> timer ct
       timer ct -> V
       press V -> END`,
    ));

  test('a9 both events lead straight into an inclusive join', () =>
    play(
      diagram(
        [
          ...[start(), eventGateway('g'), catchEvent('ct', timer()), catchEvent('cm', message('m1'))],
          ...[inclusive('j'), userTask('V'), end()],
        ],
        'start > g; g > ct > j; g > cm > j > V > end',
      ),
      `start -> timer ct
       timer ct -> V
       press V -> END`,
    ));
});

describe('a signal reaches all that wait for it', () => {
  const catchers = [catchEvent('c1', signal('g1')), catchEvent('c2', signal('g1'))];

  test('a13c three catch events, thrown inside', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...catchers, catchEvent('c3', signal('g1')), ...tasks('V1', 'V2', 'V3', 'Z')],
          ...[throwEvent('th', signal('g1')), end()],
        ],
        'start > f; f > c1 > V1 > end; f > c2 > V2 > end; f > c3 > V3 > end; f > Z > th > end',
      ),
      `start -> Z
       press Z -> V1, V2, V3
       press V1 -> V2, V3
       press V2 -> V3
       press V3 -> END`,
    ));
});

describe('a message reaches the first that waits for it', () => {
  const iterations = diagram(
    [
      start(),
      multiSubProcess(
        'Q',
        [start('qs'), catchEvent('cm', message('m1')), userTask('T'), end('qe')],
        'qs > cm > T > qe',
        {
          cardinality: 2,
        },
      ),
      end(),
    ],
    'start > Q > end',
  );

  test('a15 in a multi-instance sub-process: one iteration a message', () =>
    play(
      iterations,
      `start -> waiting
       message m1 -> Q0.T
       message m1 -> Q0.T, Q1.T
       press Q1.T -> Q0.T
       press Q0.T -> END`,
    ));

  // A message cannot name the iteration it is for; the first that waits gets it.
  test('a16 an iteration that is done no longer stands in the way of the next', () =>
    play(
      iterations,
      `start -> waiting
       message m1 -> Q0.T
       press Q0.T -> waiting
       message m1 -> Q1.T
       press Q1.T -> END`,
    ));

  const catchers = [catchEvent('c1', message('m1')), catchEvent('c2', message('m1'))];

  test('a17 of two catch events one gets it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...catchers, ...tasks('V1', 'V2'), parallel('j'), end()],
        'start > f > c1 > V1 > j > end; f > c2 > V2 > j',
      ),
      `start -> waiting
       message m1 -> V1
       message m1 -> V1, V2
       press V1 -> V2
       press V2 -> END`,
    ));

  test('a22 of a receive task and a catch event the one that is drawn first gets it', () =>
    play(
      diagram(
        [start(), parallel('f'), receiveTask('r', 'm1'), catchEvent('c', message('m1')), ...tasks('A', 'B'), end()],
        'start > f; f > c > B > end; f > r > A > end',
      ),
      `start -> waiting
       message m1 -> A
       message m1 -> A, B
       press A -> B
       press B -> END`,
    ));

  test('a19 thrown inside, one of two catch events gets it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...catchers, ...tasks('V1', 'V2', 'Z'), throwEvent('th', message('m1')), end()],
        'start > f; f > c1 > V1 > end; f > c2 > V2 > end; f > Z > th > end',
      ),
      `start -> Z
       press Z -> V1
       message m1 -> V1, V2
       press V1 -> V2
       press V2 -> END`,
    ));

  test('a20 thrown inside, a loop back to its catch event waits for the next one', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), exclusive('x'), catchEvent('c1', message('m1')), ...tasks('V', 'Z')],
          ...[throwEvent('th', message('m1')), end()],
        ],
        'start > f > x > c1 > V > x; f > Z > th > end',
      ),
      `start -> Z
       press Z -> V
       press V -> waiting
       message m1 -> V`,
    ));

  test('a21 thrown inside, it is not kept for a catch event that is reached later', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...catchers, ...tasks('V1', 'V2', 'Y', 'Z'), throwEvent('th', message('m1'))],
          end(),
        ],
        'start > f; f > c1 > V1 > end; f > Y > c2 > V2 > end; f > Z > th > end',
      ),
      `start -> Y, Z
       press Z -> V1, Y
       press Y -> V1
       message m1 -> V1, V2`,
    ));

  test('a21b from outside, it is not kept for a catch event that is reached later', () =>
    play(
      diagram(
        [start(), parallel('f'), ...catchers, ...tasks('V1', 'V2', 'Y'), end()],
        'start > f; f > c1 > V1 > end; f > Y > c2 > V2 > end',
      ),
      `start -> Y
       message m1 -> V1, Y
       press Y -> V1
       message m1 -> V1, V2`,
    ));
});

describe.each([
  ['signal', signal('g1'), 'signal g1'],
  ['message', message('m1'), 'message m1'],
])('one %s passes one catch event of a row', (_kind, event, send) => {
  const row = [catchEvent('c1', event), catchEvent('c2', event)];

  test('a18 thrown inside', () =>
    play(
      diagram(
        [start(), parallel('f'), ...row, ...tasks('V', 'Z'), throwEvent('th', event), end()],
        'start > f; f > c1 > c2 > V > end; f > Z > th > end',
      ),
      `start -> Z
       press Z -> waiting
       ${send} -> V
       press V -> END`,
    ));

  test('a18b from outside', () =>
    play(
      diagram([start(), ...row, userTask('V'), end()], 'start > c1 > c2 > V > end'),
      `start -> waiting
       ${send} -> waiting
       ${send} -> V
       press V -> END`,
    ));
});
