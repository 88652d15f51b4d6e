import { describe, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  parallel,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { diagram, endWith, escalation, message, signal } from '../../support/named-events.ts';
import { multiSubProcess, sideBoundary, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

describe('what a boundary event interrupts', () => {
  const behind = 'b > W > end';

  test('b10 timers inside an interrupted sub-process are gone, with its countersign and the sub-process in it', () => {
    const inner = subProcess('R', [start('rs'), userTask('D'), end('re')], 'rs > D > re');
    const part = subProcess(
      'Q',
      [
        ...[start('qs'), parallel('f'), userTask('A', { multiInstance: { cardinality: 2 } })],
        ...[boundary('ba', 'A', timer()), inner, catchEvent('ct', timer()), parallel('j'), userTask('Z')],
        ...[end('qe'), end('ze')],
      ],
      'qs > f > A > j > qe; f > R > j; f > ct > j; ba > Z > ze',
    );
    return play(
      diagram(
        [start(), part, boundary('b', 'Q', message('m1')), ...tasks('V', 'W'), end()],
        `start > Q > V > end; ${behind}`,
      ),
      `start -> A#0, A#1, D, timer ba, timer ct
       message m1 -> W
       press W -> END`,
    );
  });

  test('b25 a multi-instance sub-process, each iteration at another task', () =>
    play(
      diagram(
        [
          start(),
          multiSubProcess('Q', [start('qs'), ...tasks('A', 'C'), end('qe')], 'qs > A > C > qe', { cardinality: 2 }),
          ...[boundary('b', 'Q', timer()), ...tasks('V', 'W'), end()],
        ],
        `start > Q > V > end; ${behind}`,
      ),
      `start -> Q0.A, Q1.A, timer b
       press Q1.A -> Q0.A, Q1.C, timer b
       timer b -> W
       press W -> END`,
    ));
});

describe.each([
  ['parallel', parallel('j')],
  ['inclusive', inclusive('j')],
])('a boundary path that comes back into its branch before a %s join', (_kind, join) => {
  const xml = diagram(
    [
      ...[start(), parallel('f'), ...tasks('A', 'W', 'C', 'V'), boundary('b', 'A', timer()), exclusive('x'), join],
      end(),
    ],
    'start > f > A > x > j > V > end; f > C > j; b > W > x',
  );

  test('b15 the join waits for the path when the timer fires', () =>
    play(
      xml,
      `start -> A, C, timer b
       press C -> A, timer b
       timer b -> W
       press W -> V
       press V -> END`,
    ));

  test('b16 the join waits for the task when it does not', () =>
    play(
      xml,
      `start -> A, C, timer b
       press A -> C
       press C -> V
       press V -> END`,
    ));
});

describe('an inclusive join of a task and its boundary path', () => {
  const joined = (edge: BpmnNode) =>
    diagram([start(), ...tasks('A', 'W', 'V'), edge, inclusive('j'), end()], 'start > A > j > V > end; b > W > j');

  test('b17 goes on from the boundary path when it interrupts', () =>
    play(
      joined(boundary('b', 'A', timer())),
      `start -> A, timer b
       timer b -> W
       press W -> V
       press V -> END`,
    ));

  const ahead = diagram(
    [
      ...[start(), parallel('f'), ...tasks('B', 'Z', 'A', 'W', 'V'), boundary('b', 'A', timer()), inclusive('j')],
      ...[end(), end('end2')],
    ],
    'start > f > B > j > V > end; f > Z > A > end2; b > W > j',
  );

  test('b28 does not wait for a boundary that still lies ahead of a token', () =>
    play(
      ahead,
      `start -> B, Z
       press B -> V, Z
       press Z -> A, V, timer b
       press V -> A, timer b
       press A -> END`,
    ));

  test('b29 waits for one at the task that holds the token, and is released once the task is done', () =>
    play(
      ahead,
      `start -> B, Z
       press Z -> A, B, timer b
       press B -> A, timer b
       press A -> V
       press V -> END`,
    ));

  test('b30 takes what comes from it', () =>
    play(
      ahead,
      `start -> B, Z
       press Z -> A, B, timer b
       press B -> A, timer b
       timer b -> W
       press W -> V
       press V -> END`,
    ));
});

describe('a boundary that fires more than once', () => {
  test('b31 an escalation as often as the sub-process raises it', () =>
    play(
      draw({
        id: 'P',
        tasks: 'W',
        others: [
          subProcess(
            'Q',
            [
              start('qs'),
              ...tasks('A'),
              throwEvent('up', escalation('S1')),
              ...tasks('B'),
              endWith('qe', escalation('S1')),
            ],
            'qs > A > up > B > qe',
          ),
          sideBoundary('b', 'Q', escalation('S1')),
        ],
        paths: 'start > Q > end; b > W > end2',
      }),
      `start -> A
       press A -> B, W
       press W -> B
       press B -> W
       press W -> END`,
    ));

  test('b32 a throw that fires itself for ever fails its step', () =>
    play(
      draw({
        id: 'P',
        tasks: 'A',
        others: [sideBoundary('b', 'A', signal('g1')), throwEvent('again', signal('g1'))],
        paths: 'start > A > end; b > again > end2',
      }),
      `start -> A
       signal g1 -> A (failed ERR_STEP_FAILED)
       press A -> END`,
    ));

  test('b23 the second of two boundaries fires: the first is gone', () =>
    play(
      diagram(
        [...[start(), ...tasks('A', 'W', 'Z'), boundary('b', 'A', timer()), boundary('c', 'A', message('m1'))], end()],
        'start > A > end; b > W > end; c > Z > end',
      ),
      `start -> A, timer b
       message m1 -> Z
       press Z -> END`,
    ));

  test('b24 it leads back to its own task, and runs anew each round', () =>
    play(
      diagram(
        [start(), exclusive('x'), ...tasks('A', 'W'), boundary('b', 'A', timer()), end()],
        'start > x > A > end; b > W > x',
      ),
      `start -> A, timer b
       timer b -> W
       press W -> A, timer b
       timer b -> W
       press W -> A, timer b
       press A -> END`,
    ));
});

describe('a message that comes while nobody waits at the boundary', () => {
  test('b27 while its own path runs', () =>
    play(
      diagram(
        [start(), exclusive('x'), ...tasks('A', 'W'), boundary('b', 'A', message('m1')), end()],
        'start > x > A > end; b > W > x',
      ),
      `start -> A
       message m1 -> W
       message m1 -> W (nobody waits for m1)
       press W -> A
       press A -> END`,
    ));
});
