import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  exclusive,
  parallel,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith, error, escalation, message, startOn } from '../../support/named-events.ts';
import { refusals } from './deploy-shape.ts';
import { multiSubProcess, TERMINATE, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

describe('a terminate end', () => {
  test('f1 of the process takes everything with it', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...tasks('A', 'C'), userTask('D', { multiInstance: { cardinality: 2 } })],
          ...[catchEvent('ct', timer()), endWith('t', TERMINATE), end()],
        ],
        'start > f > A > t; f > C > end; f > D > end; f > ct > end',
      ),
      `start -> A, C, D#0, D#1, timer ct
       press A -> END | gone C D#0 D#1`,
    ));

  test('f2b of one iteration: the other iterations go on', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          multiSubProcess(
            'Q',
            [start('qs'), parallel('f'), ...tasks('A', 'C'), endWith('t', TERMINATE), end('qe')],
            'qs > f > A > t; f > C > qe',
            { cardinality: 2 },
          ),
        ],
        'start > Q > V > end',
      ),
      `start -> Q0.A, Q0.C, Q1.A, Q1.C
       press Q1.A -> Q0.A, Q0.C | gone Q1.C
       press Q0.C -> Q0.A
       press Q0.A -> V
       press V -> END`,
    ));

  test('f3 of the process with a sub-process open', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), userTask('A'), endWith('t', TERMINATE), end()],
          subProcess(
            'Q',
            [start('qs'), parallel('qf'), userTask('C'), catchEvent('ct', timer()), end('qe')],
            'qs > qf > C > qe; qf > ct > qe',
          ),
        ],
        'start > f > A > t; f > Q > end',
      ),
      `start -> A, C, timer ct
       press A -> END | gone C`,
    ));

  test('f4 with a half filled join', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...tasks('A', 'C', 'D'), parallel('j'), exclusive('x')],
          ...[endWith('t', TERMINATE), end()],
        ],
        'start > f > A > x >"go on" j > end; x >"stop" t; f > C > j; f > D > j',
      ),
      `start -> A, C, D
       press C -> A, D
       press A "stop" -> END | gone D`,
    ));
});

describe('several ends and starts', () => {
  // The engine starts both at once; a start of an instance could not tell which one it means.
  test('f10 two plain start events are refused at deploy', async () => {
    const xml = diagram([start('s1'), start('s2'), ...tasks('A', 'C'), end()], 's1 > A > end; s2 > C > end');
    expect(await refusals(xml)).toEqual(['one-start-event s2']);
  });

  // In BPMN one of them starts the instance, and the other one would start another.
  const twoWays = diagram(
    [start('s1'), startOn('s2', message('m1')), ...tasks('A', 'C'), end()],
    's1 > A > end; s2 > C > end',
  );

  test('f11 a start leads from the plain start event, and the message start event beside it does not wait', () =>
    play(
      twoWays,
      `start -> A
       message m1 -> A (nobody waits for m1)
       press A -> END`,
    ));

  test('f11b a message leads from its own start event', () =>
    play(
      twoWays,
      `start -> C
       press C -> END`,
      {},
      's2',
    ));

  // In BPMN it is the message that starts the instance; who starts it has received the message.
  test('f12 with a message start event only, the start leads on from it', () =>
    play(
      diagram([startOn('s2', message('m1')), userTask('A'), end()], 's2 > A > end'),
      `start -> A
       press A -> END`,
    ));
});

describe('an error end', () => {
  test('f7 in a nested sub-process is caught at the outer one', () =>
    play(
      diagram(
        [
          ...[start(), boundary('b', 'Q', error('E1')), ...tasks('V', 'W'), end()],
          subProcess(
            'Q',
            [
              ...[start('qs'), parallel('f'), userTask('C'), end('qe')],
              subProcess('R', [start('rs'), userTask('A'), endWith('re', error('E1'))], 'rs > A > re'),
            ],
            'qs > f > C > qe; f > R > qe',
          ),
        ],
        'start > Q > V > end; b > W > end',
      ),
      `start -> A, C
       press A -> W
       press W -> END`,
    ));

  test('f8b is caught by the boundary for its code, before the one for every error', () =>
    play(
      diagram(
        [
          ...[start(), ...tasks('V', 'W', 'Z'), end()],
          ...[boundary('b', 'Q', error()), boundary('c', 'Q', error('E1'))],
          subProcess('Q', [start('qs'), userTask('A'), endWith('qe', error('E1'))], 'qs > A > qe'),
        ],
        'start > Q > V > end; b > Z > end; c > W > end',
      ),
      `start -> A
       press A -> W
       press W -> END`,
    ));

  test('f17 in one iteration of a parallel multi-instance sub-process ends all iterations', () =>
    play(
      diagram(
        [
          ...[start(), boundary('b', 'Q', error('E1')), userTask('W'), end()],
          multiSubProcess('Q', [start('qs'), userTask('A'), endWith('qe', error('E1'))], 'qs > A > qe', {
            cardinality: 2,
          }),
        ],
        'start > Q > end; b > W > end',
      ),
      `start -> Q0.A, Q1.A
       press Q1.A -> W
       press W -> END`,
    ));
});

describe.each([
  ['error', error('E1')],
  ['escalation', escalation('S1')],
])('an %s end is caught once, by the nearest boundary', (_kind, event) => {
  /** A sub-process p with task pA, whose button "throw" throws; its boundary pb. */
  const part = (p: string, thrown: string): BpmnNode[] => [
    subProcess(
      p,
      [start(`${p}s`), userTask(`${p}A`), exclusive(`${p}x`), endWith(`${p}e`, thrown), end(`${p}n`)],
      `${p}s > ${p}A > ${p}x >"fine" ${p}n; ${p}x >"throw" ${p}e`,
    ),
    boundary(`${p}b`, p, thrown),
  ];

  test('f14 not by the boundary of a sub-process beside it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...part('Q', event), ...part('R', event), ...tasks('QW', 'RW'), end()],
        'start > f; f > Q > end; f > R > end; Qb > QW > end; Rb > RW > end',
      ),
      `start -> QA, RA
       press RA "throw" -> QA, RW
       press QA "throw" -> QW, RW
       press QW -> RW
       press RW -> END`,
    ));

  test('f15 not by the boundary of the sub-process around it too', () =>
    play(
      diagram(
        [
          ...[start(), boundary('Yb', 'Y', event), userTask('YW'), end()],
          subProcess('Y', [start('Ys'), ...part('Q', event), userTask('QW'), end('Ye')], 'Ys > Q > Ye; Qb > QW > Ye'),
        ],
        'start > Y > end; Yb > YW > end',
      ),
      `start -> QA
       press QA "throw" -> QW
       press QW -> END`,
    ));

  test('f16 not by the boundary of a user task beside it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...part('Q', event), boundary('Zb', 'Z', event), ...tasks('QW', 'Z', 'ZW'), end()],
        'start > f; f > Q > end; f > Z > end; Qb > QW > end; Zb > ZW > end',
      ),
      `start -> QA, Z
       press QA "throw" -> QW, Z
       press Z -> QW
       press QW -> END`,
    ));

  test('f18 not by the boundary of a task that is reached later', () =>
    play(
      diagram(
        [start(), ...part('Q', event), boundary('Rb', 'R', event), ...tasks('QW', 'R', 'RW'), end()],
        'start > Q > R > end; Qb > QW > R; Rb > RW > end',
      ),
      `start -> QA
       press QA "throw" -> QW
       press QW -> R
       press R -> END`,
    ));
});
