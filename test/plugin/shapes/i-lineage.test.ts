import { describe, test } from 'vitest';
import {
  boundary,
  callActivity,
  catchEvent,
  end,
  eventGateway,
  inclusive,
  link,
  parallel,
  process,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, escalation, file, message } from '../../support/named-events.ts';
import { calledProcess, multiSubProcess, sideBoundary, sideEventSubProcess, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

// i13 is refused at deploy: g9.
describe('a report names the task that caused what is next', () => {
  test('i1 behind a parallel join: the task that filled it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'C', 'V'), parallel('j'), end()],
        'start > f > A > j > V > end; f > C > j',
      ),
      `start -> A, C | start next A,C
       press C -> A | C none
       press A -> V | A next V
       press V -> END | V end`,
    ));

  test('i2 behind an inclusive join that is released: the task of the branch that was taken', () =>
    play(
      diagram(
        [start(), inclusive('f'), ...tasks('A', 'C', 'V'), inclusive('j'), end()],
        'start > f >[${ask}] A > j > V > end; f >* C > j',
      ),
      `start -> A | start next A
       press A -> V | A next V
       press V -> END | V end`,
      { ask: true },
    ));

  test('i3 into a sub-process and out of it', () =>
    play(
      diagram(
        [start(), ...tasks('Z', 'V'), subProcess('Q', [start('qs'), userTask('A'), end('qe')], 'qs > A > qe'), end()],
        'start > Z > Q > V > end',
      ),
      `start -> Z | start next Z
       press Z -> A | Z next A
       press A -> V | A next V
       press V -> END | V end`,
    ));

  test('i3b out of a sub-process with two branches: the task that was done last', () =>
    play(
      diagram(
        [
          ...[start(), ...tasks('Z', 'V'), end()],
          subProcess(
            'Q',
            [start('qs'), parallel('f'), ...tasks('A', 'C'), end('qe1'), end('qe2')],
            'qs > f > A > qe1; f > C > qe2',
          ),
        ],
        'start > Z > Q > V > end',
      ),
      `start -> Z | start next Z
       press Z -> A, C | Z next A,C
       press C -> A | C none
       press A -> V | A next V
       press V -> END | V end`,
    ));

  test('i4 into a sub-process without a start event', () =>
    play(
      diagram([start(), ...tasks('Z', 'V'), subProcess('Q', tasks('A'), ''), end()], 'start > Z > Q > V > end'),
      `start -> Z | start next Z
       press Z -> A | Z next A
       press A -> V | A next V
       press V -> END | V end`,
    ));

  test('i5 out of a multi-instance sub-process: the task of the last iteration', () =>
    play(
      diagram(
        [
          ...[start(), ...tasks('Z', 'V'), end()],
          multiSubProcess('Q', [start('qs'), userTask('A'), end('qe')], 'qs > A > qe', { cardinality: 2 }),
        ],
        'start > Z > Q > V > end',
      ),
      `start -> Z | start next Z
       press Z -> Q0.A, Q1.A | Z next Q0.A,Q1.A
       press Q1.A -> Q0.A | Q1.A none
       press Q0.A -> V | Q0.A next V
       press V -> END | V end`,
    ));

  test('i6 behind a countersign: the signer who was last', () =>
    play(
      diagram(
        [start(), ...tasks('Z', 'V'), userTask('A', { multiInstance: { cardinality: 2 } }), end()],
        'start > Z > A > V > end',
      ),
      `start -> Z | start next Z
       press Z -> A#0, A#1 | Z next A#0,A#1
       press A#1 -> A#0 | A#1 none
       press A#0 -> V | A#0 next V
       press V -> END | V end`,
    ));

  test('i7 behind an interrupting boundary event: the task it ended', () =>
    play(
      diagram([start(), ...tasks('A', 'W'), boundary('b', 'A', timer()), end()], 'start > A > end; b > W > end'),
      `start -> A, timer b | start next A
       timer b -> W | A next W
       press W -> END | W end`,
    ));

  test('i8 behind a non-interrupting boundary event: what caused its task, never the open task itself', () =>
    play(
      diagram(
        [start(), ...tasks('Z', 'A', 'W'), sideBoundary('b', 'A', timer()), end()],
        'start > Z > A > end; b > W > end',
      ),
      `start -> Z | start next Z
       press Z -> A, timer b | Z next A
       timer b -> A, W | …Z next W
       press W -> A | W none
       press A -> END | A end`,
    ));

  test('i8b the same on the first task: the start', () =>
    play(
      diagram([start(), ...tasks('A', 'W'), sideBoundary('b', 'A', timer()), end()], 'start > A > end; b > W > end'),
      `start -> A, timer b | start next A
       timer b -> A, W | …start next W
       press W -> A | W none
       press A -> END | A end`,
    ));

  test('i9 behind an event-based gateway: the task before it, continued', () =>
    play(
      diagram(
        [
          ...[start(), ...tasks('A', 'T', 'M'), eventGateway('g'), catchEvent('ct', timer())],
          ...[catchEvent('cm', message('m1')), end()],
        ],
        'start > A > g; g > ct > T > end; g > cm > M > end',
      ),
      `start -> A | start next A
       press A -> timer ct | A none
       message m1 -> M | …A next M
       press M -> END | M end`,
    ));

  test('i10 behind a link: the task before it', () =>
    play(
      diagram(
        [start(), ...tasks('A', 'V'), throwEvent('lt', link('L')), catchEvent('lc', link('L')), end()],
        'start > A > lt; lc > V > end',
      ),
      `start -> A | start next A
       press A -> V | A next V
       press V -> END | V end`,
    ));

  test('i11 into a called process and out of it', () =>
    play(
      file(
        process('P', [start(), ...tasks('Z', 'V'), callActivity('call', 'CP'), end()], 'start > Z > call > V > end'),
        calledProcess('CP', [start('cs'), userTask('K'), end('ce')], 'cs > K > ce'),
      ),
      `start -> Z | start next Z
       press Z -> call.K | Z next call.K
       press call.K -> V | call.K next V
       press V -> END | V end`,
    ));

  test('i12 into an event sub-process: the task before what was thrown', () =>
    play(
      diagram(
        [
          ...[start(), ...tasks('A', 'C'), throwEvent('th', escalation('S1')), end()],
          sideEventSubProcess('ES', escalation('S1')),
        ],
        'start > A > th > C > end',
      ),
      `start -> A | start next A
       press A -> C, ESU | A next C,ESU
       press ESU -> C | ESU none
       press C -> END | C end`,
    ));

  test('i14 a message for another pool changes nothing in the reports', () =>
    play(
      diagram([start(), ...tasks('A1', 'A2'), throwEvent('at', message('m1')), end()], 'start > A1 > at > A2 > end'),
      `start -> A1 | start next A1
       press A1 -> A2 (nobody waits for m1) | A1 next A2
       press A2 -> END | A2 end`,
    ));
});
