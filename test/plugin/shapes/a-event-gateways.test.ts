import { describe, test } from 'vitest';
import {
  boundary,
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
  const threeEvents = diagram(
    [
      ...[start(), eventGateway('g'), ...tasks('T', 'M', 'G'), end()],
      ...[catchEvent('ct', timer()), catchEvent('cm', message('m1')), catchEvent('cs', signal('g1'))],
    ],
    'start > g; g > ct > T > end; g > cm > M > end; g > cs > G > end',
  );

  test('a1 the timer wins: the other events are no longer waited for', () =>
    play(
      threeEvents,
      `start -> timer ct
       timer ct -> T
       message m1 -> T (nobody waits for m1)
       signal g1 -> T (nobody waits for g1)
       press T -> END`,
    ));

  test('a2 the message wins: the timer is gone', () =>
    play(
      threeEvents,
      `start -> timer ct
       message m1 -> M
       signal g1 -> M (nobody waits for g1)
       press M -> END`,
    ));

  test('a3 the signal wins: the timer is gone', () =>
    play(
      threeEvents,
      `start -> timer ct
       signal g1 -> G
       message m1 -> G (nobody waits for m1)
       press G -> END`,
    ));

  const receiving = diagram(
    [
      ...[start(), eventGateway('g'), receiveTask('r1', 'm1'), receiveTask('r2', 'm2'), catchEvent('ct', timer())],
      ...[...tasks('A1', 'A2', 'T'), end()],
    ],
    'start > g; g > r1 > A1 > end; g > r2 > A2 > end; g > ct > T > end',
  );

  test('a4 receive tasks behind it wait like message events', () =>
    play(
      receiving,
      `start -> timer ct
       message m2 -> A2
       message m1 -> A2 (nobody waits for m1)
       press A2 -> END`,
    ));

  test('a5 receive tasks behind it stop waiting when the timer wins', () =>
    play(
      receiving,
      `start -> timer ct
       timer ct -> T
       message m1 -> T (nobody waits for m1)
       press T -> END`,
    ));

  const reminders = diagram(
    [
      ...[start(), exclusive('x'), eventGateway('g'), catchEvent('ct', timer()), catchEvent('cm', message('m1'))],
      ...[...tasks('T', 'M'), end()],
    ],
    'start > x > g; g > ct > T > x; g > cm > M > end',
  );

  test('a6 in a loop of reminders it waits again each round', () =>
    play(
      reminders,
      `start -> timer ct
       timer ct -> T
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

  test('a7 in a parallel branch: the join waits for the branch once', () =>
    play(
      beside(parallel('j')),
      `start -> B, timer ct
       message m1 -> B
       press B -> V
       press V -> END`,
    ));

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

  // The engine keeps such a message; BPMN leaves it to the one who delivers, and here that is told that nobody waits.
  test('a10 a message that comes too early is answered as unmatched and not kept', () =>
    play(
      reminders,
      `start -> timer ct
       timer ct -> T
       message m1 -> T (nobody waits for m1)
       press T -> timer ct
       message m1 -> M
       press M -> END`,
    ));
});

describe('an early event', () => {
  test('a11 a receive task does not get a message that came before it', () =>
    play(
      diagram([start(), userTask('A'), receiveTask('r', 'm1'), userTask('V'), end()], 'start > A > r > V > end'),
      `start -> A
       message m1 -> A (nobody waits for m1)
       press A -> waiting
       message m1 -> V
       press V -> END`,
    ));

  test('a12 a signal that came before its catch event is lost', () =>
    play(
      diagram([start(), userTask('A'), catchEvent('c', signal('g1')), userTask('V'), end()], 'start > A > c > V > end'),
      `start -> A
       signal g1 -> A (nobody waits for g1)
       press A -> waiting
       signal g1 -> V
       press V -> END`,
    ));
});

describe('a signal reaches all that wait for it', () => {
  const catchers = [catchEvent('c1', signal('g1')), catchEvent('c2', signal('g1'))];

  test('a13 two catch events, from outside', () =>
    play(
      diagram(
        [start(), parallel('f'), ...catchers, ...tasks('V1', 'V2'), parallel('j'), end()],
        'start > f > c1 > V1 > j > end; f > c2 > V2 > j',
      ),
      `start -> waiting
       signal g1 -> V1, V2
       press V1 -> V2
       press V2 -> END`,
    ));

  test('a13b two catch events, thrown inside', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...catchers, ...tasks('V1', 'V2', 'Z'), throwEvent('th', signal('g1'))],
          ...[parallel('j'), end(), end('end2')],
        ],
        'start > f > c1 > V1 > j > end; f > c2 > V2 > j; f > Z > th > end2',
      ),
      `start -> Z
       press Z -> V1, V2
       press V1 -> V2
       press V2 -> END`,
    ));

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

  test('a14 boundary events of two tasks', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...tasks('P1', 'P2', 'W1', 'W2'), end()],
          ...[boundary('b1', 'P1', signal('g1')), boundary('b2', 'P2', signal('g1'))],
        ],
        'start > f; f > P1 > end; f > P2 > end; b1 > W1 > end; b2 > W2 > end',
      ),
      `start -> P1, P2
       signal g1 -> W1, W2
       press W1 -> W2
       press W2 -> END`,
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
