/** Several tokens at one node: each opens it for itself. */
import { describe, expect, test } from 'vitest';
import {
  eventSubProcess as anyEventSubProcess,
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  eventGateway,
  exclusive,
  inclusive,
  parallel,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { diagram, endWith, error, escalation, message, receiveTask, signal } from '../../support/named-events.ts';
import { deployRefused } from './deploy-shape.ts';
import {
  eventSubProcess,
  loopedTask,
  multiSubProcess,
  sideBoundary,
  sideEventSubProcess,
  TERMINATE,
  tasks,
  timer,
} from './palette.ts';
import { begin, play } from './shape-driver.ts';

/** A and B in parallel, each followed by the node T, once for each; `paths` lead on from it. */
const twice = (nodes: readonly BpmnNode[], paths: string): string =>
  diagram([start(), parallel('f'), ...tasks('A', 'B'), ...nodes], `start > f; f > A > T; f > B > T; ${paths}`);

describe('two tokens at a task', () => {
  test('n4 stand in front of a join that counts the flows that are drawn', async () =>
    play(
      await deployRefused(
        twice([userTask('T'), userTask('C'), parallel('j'), userTask('V'), end()], 'f > C > j; T > j > V > end'),
      ),
      `start -> A, B, C
       press A -> B, C, T
       press B -> C, T, T(2)
       press T(2) -> C, T | T(2) none
       press C -> T, V | C next V
       press V -> T
       press T -> stuck`,
    ));

  test('n5 keep an inclusive join waiting, both of them', () =>
    play(
      diagram(
        [start(), inclusive('f'), ...tasks('A', 'B', 'C', 'T', 'V'), inclusive('j'), end()],
        'start > f; f > A > T; f > B > T; f > C > j; T > j > V > end',
      ),
      `start -> A, B, C
       press A -> B, C, T
       press B -> C, T, T(2)
       press C -> T, T(2) | C none
       press T -> T(2), V
       press V -> T(2)
       press T(2) -> V
       press V -> END`,
    ));
});

describe('two tokens at a task with events on its edge', () => {
  const late = twice(
    [userTask('T'), boundary('late', 'T', timer('PT1H')), ...tasks('L'), end()],
    'T > end; late > L > end',
  );

  test('n6 have a timer each, which ends its own task only', () =>
    play(
      late,
      `start -> A, B
       press A -> B, T, timer late
       press B -> T, T(2), timer late, timer late
       timer late 2 -> L, T, timer late | T(2) next L
       press T -> L | T none
       press L -> END`,
    ));

  test('n8 are both ended by a signal, and a message reaches the one that waited first', () => {
    const told = (event: string) =>
      twice([userTask('T'), boundary('told', 'T', event), ...tasks('L'), end()], 'T > end; told > L > end');
    return Promise.all([
      play(
        told(signal('g1')),
        `start -> A, B
         press A -> B, T
         press B -> T, T(2)
         signal g1 -> L, L(2) | T(2) next L(2); T next L
         press L(2) -> L
         press L -> END`,
      ),
      play(
        told(message('m1')),
        `start -> A, B
         press A -> B, T
         press B -> T, T(2)
         message m1 -> L, T(2) | T next L
         press T(2) -> L
         press L -> END`,
      ),
    ]);
  });

  test('n29 the message reaches the one that waited first, also when another was done before', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'B', 'C', 'T', 'L'), boundary('told', 'T', message('m1')), end()],
        'start > f; f > A > T; f > B > T; f > C > T; T > end; told > L > end',
      ),
      `start -> A, B, C
       press A -> B, C, T
       press B -> C, T, T(2)
       press T -> C, T(2)
       press C -> T, T(2)
       message m1 -> L, T | T(2) next L
       press L -> T
       press T -> END`,
    ));

  test('n9 a reminder comes again while the one before is open, from either', () =>
    play(
      twice([userTask('T'), sideBoundary('due', 'T', timer('R/PT1H')), ...tasks('R'), end()], 'T > end; due > R > end'),
      `start -> A, B
       press A -> B, T, timer due
       press B -> T, T(2), timer due, timer due
       timer due -> R, T, T(2), timer due, timer due
       timer due 2 -> R, R(2), T, T(2), timer due, timer due
       timer due -> R, R(2), R(3), T, T(2), timer due, timer due
       press T -> R, R(2), R(3), T(2), timer due
       press R(2) -> R, R(3), T(2), timer due
       press T(2) -> R, R(3)
       press R -> R(3)
       press R(3) -> END`,
    ));
});

describe('two tokens at other activities', () => {
  test('n11 a service is called for each', () =>
    play(
      twice([serviceTask('T', { extensions: '' }), ...tasks('V'), end()], 'T > V > end'),
      `start -> A, B
       press A -> B, job T
       press B -> job T, job T
       finish T -> V, job T
       press V -> job T`,
    ));

  test('n12 an error of a service goes to its own edge', () =>
    play(
      twice(
        [serviceTask('T'), boundary('bad', 'T', error('E1')), ...tasks('V', 'W'), end()],
        'T > V > end; bad > W > end',
      ),
      `start -> A, B
       press A -> B, job T
       press B -> job T, job T
       fail T E1 -> W, job T
       press W -> job T`,
    ));

  test('n13 what waits for a message hears it in turn, and a signal at once', () =>
    play(
      twice([receiveTask('T', 'm1'), catchEvent('c', signal('g1')), ...tasks('V'), end()], 'T > c > V > end'),
      `start -> A, B
       press A -> B
       press B -> waiting
       message m1 -> waiting
       message m1 -> waiting
       signal g1 -> V, V(2)
       press V(2) -> V
       press V -> END`,
    ));

  test('n14 each waits at an event-based gateway of its own', () =>
    play(
      twice(
        [eventGateway('T'), catchEvent('c', message('m1')), catchEvent('t', timer('PT1H')), ...tasks('V', 'W'), end()],
        'T > c > V > end; T > t > W > end',
      ),
      `start -> A, B
       press A -> B, timer t
       press B -> timer t, timer t
       timer t 2 -> W, timer t
       message m1 -> V, W
       press V -> W
       press W -> END`,
    ));

  test('n15 a standard loop goes round for each', () =>
    play(
      twice([loopedTask('T', { maximum: 2 }), end()], 'T > end'),
      `start -> A, B
       press A -> B, T#0
       press B -> T#0, T#0(2)
       press T#0(2) -> T#0, T#1
       press T#0 -> T#1, T#1(2)
       press T#1 -> T#1(2)
       press T#1(2) -> END`,
    ));
});

describe('two tokens at a sub-process', () => {
  const inner = [start('s'), ...tasks('X', 'Y'), end('e')];

  test('n29 an error in the second is caught at its own edge', () =>
    play(
      twice(
        [
          subProcess('T', [start('s'), ...tasks('X'), endWith('bad', error('E1'))], 's > X > bad'),
          boundary('b', 'T', error('E1')),
          ...tasks('W'),
          end(),
        ],
        'T > end; b > W > end',
      ),
      `start -> A, B
       press A -> B, X
       press B -> X, X(2)
       press X(2) -> W, X
       press X -> W, W(2)`,
    ));

  test('n18 an escalation inside is caught beside the one it comes from, again and again', () =>
    play(
      twice(
        [
          subProcess(
            'T',
            [start('s'), ...tasks('X', 'Y'), throwEvent('up', escalation('S1')), end('e')],
            's > X > up > Y > e',
          ),
          sideBoundary('b', 'T', escalation('S1')),
          ...tasks('W'),
          end(),
        ],
        'T > end; b > W > end',
      ),
      `start -> A, B
       press A -> B, X
       press B -> X, X(2)
       press X -> W, X(2), Y
       press X(2) -> W, W(2), Y, Y(2)
       press Y -> W, W(2), Y(2)
       press Y(2) -> W, W(2)
       press W(2) -> W
       press W -> END`,
    ));

  test('n19 several tokens inside, and in a sub-process inside', () => {
    const core = subProcess(
      'S',
      [start('s2'), parallel('f2'), userTask('X'), end('e2')],
      's2 > f2; f2 > X > e2; f2 > X',
    );
    return play(
      twice(
        [subProcess('T', [start('s'), parallel('f3'), core, end('e')], 's > f3; f3 > S > e; f3 > S'), end()],
        'T > end',
      ),
      `start -> A, B
       press A -> B, X, X(2), X(3), X(4)
       press B -> X, X(2), X(3), X(4), X(5), X(6), X(7), X(8)
       press X -> X(2), X(3), X(4), X(5), X(6), X(7), X(8)
       press X(8) -> X(2), X(3), X(4), X(5), X(6), X(7)
       press X(2) -> X(3), X(4), X(5), X(6), X(7)
       press X(3) -> X(4), X(5), X(6), X(7)
       press X(4) -> X(5), X(6), X(7)
       press X(6) -> X(5), X(7)
       press X(7) -> X(5)
       press X(5) -> END`,
    );
  });

  test('n20 a terminate end inside ends the one it is in', () =>
    play(
      twice(
        [
          subProcess(
            'T',
            [start('s'), parallel('f2'), ...tasks('X', 'Y'), end('e'), endWith('t', TERMINATE)],
            's > f2; f2 > X > t; f2 > Y > e',
          ),
          end(),
        ],
        'T > end',
      ),
      `start -> A, B
       press A -> B, X, Y
       press B -> X, X(2), Y, Y(2)
       press X(2) -> X, Y | X(2) none; Y(2) gone (Terminated) | gone Y(2)
       press X -> END | Y gone (Terminated); X end | gone Y`,
    ));

  test('n21 an event of the whole ends all of them', () =>
    play(
      twice([subProcess('T', inner, 's > X > Y > e'), end(), eventSubProcess('E', message('m1'))], 'T > end'),
      `start -> A, B
       press A -> B, X
       press B -> X, X(2)
       press X(2) -> X, Y
       message m1 -> EU | X next EU; Y gone (Es) | gone Y
       press EU -> END`,
    ));

  test('n22 multi-instance, each with iterations of its own', () =>
    play(
      twice([multiSubProcess('T', inner, 's > X > Y > e', { cardinality: '2' }), end()], 'T > end'),
      `start -> A, B
       press A -> B, T0.X, T1.X
       press B -> T0.X, T0.X(2), T1.X, T1.X(2)
       press T1.X(2) -> T0.X, T0.X(2), T1.X, T1.Y
       press T0.X -> T0.X(2), T0.Y, T1.X, T1.Y
       press T1.Y -> T0.X(2), T0.Y, T1.X
       press T0.X(2) -> T0.Y, T0.Y(2), T1.X
       press T0.Y(2) -> T0.Y, T1.X
       press T1.X -> T0.Y, T1.Y
       press T1.Y -> T0.Y
       press T0.Y -> END`,
    ));
});

describe('an event sub-process beside the rest', () => {
  test('n23 is started by every signal, and the end waits for all of them', () =>
    play(
      diagram([start(), userTask('A'), end(), sideEventSubProcess('E', signal('g1'))], 'start > A > end'),
      `start -> A
       signal g1 -> A, EU
       signal g1 -> A, EU, EU(2)
       press A -> EU, EU(2)
       signal g1 -> EU, EU(2), EU(3)
       press EU(2) -> EU, EU(3)
       press EU -> EU(3)
       signal g1 -> EU, EU(3)
       press EU(3) -> EU
       press EU -> END`,
    ));

  test('n24 is started by every round of a timer', () =>
    play(
      diagram([start(), userTask('A'), end(), sideEventSubProcess('E', timer('R2/PT1H'))], 'start > A > end'),
      `start -> A, timer Es
       timer Es -> A, EU, timer Es
       timer Es -> A, EU, EU(2)
       press EU -> A, EU(2)
       press A -> EU(2)
       press EU(2) -> END`,
    ));

  test('n25 is ended with the rest by one that interrupts', () =>
    play(
      diagram(
        [start(), userTask('A'), end(), sideEventSubProcess('E', message('m1')), eventSubProcess('I', message('m2'))],
        'start > A > end',
      ),
      `start -> A
       message m1 -> A, EU
       message m1 -> A, EU, EU(2)
       message m2 -> IU | A next IU; EU gone (Is); EU(2) gone (Is) | gone EU EU(2)
       press IU -> END`,
    ));
});

describe('tokens without end', () => {
  const flows = (times: number, flow: string) => Array.from({ length: times }, () => flow);
  const many = (times: number) =>
    diagram(
      [start(), ...tasks('A', 'T'), parallel('f'), exclusive('m'), parallel('g'), end()],
      ['start > A > f', ...flows(times, 'f > m'), 'm > g', ...flows(times, 'g > T'), 'T > end'].join('; '),
    );

  test('n26 more than 1,000 at one node fail the step, and name the node', async () => {
    const run = await begin(many(40));
    expect(await run.do('press A')).toBe('A (failed ERR_STEP_FAILED)');
  });

  test('n27 a loop through a fork fails the step', () =>
    play(
      draw({ id: 'P', tasks: 'A T', exclusive: 'm', parallel: 'f', paths: 'start > A > m > f; f > T > end; f > m' }),
      `start -> A
       press A -> A (failed ERR_STEP_FAILED)`,
    ));

  test('n28 an event sub-process that sets itself off fails the step', () =>
    play(
      diagram(
        [
          ...[start(), userTask('A'), throwEvent('t', signal('g1')), end()],
          anyEventSubProcess(
            'E',
            [
              start('Es', { content: signal('g1'), attributes: { isInterrupting: false } }),
              throwEvent('Et', signal('g1')),
              end('Ee'),
            ],
            'Es > Et > Ee',
          ),
        ],
        'start > A > t > end',
      ),
      `start -> A
       press A -> A (failed ERR_STEP_FAILED)`,
    ));
});
