import { describe, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  callActivity,
  end,
  parallel,
  process,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith, file, message } from '../../support/named-events.ts';
import { calledProcess, eventSubProcess, multiSubProcess, TERMINATE, tasks } from './palette.ts';
import { play } from './shape-driver.ts';

describe('tasks that an interrupting event ends: what follows goes on from the oldest, the others are gone', () => {
  const interrupted = (host: BpmnNode) =>
    diagram(
      [start(), host, boundary('b', host.id, message('m1')), userTask('W'), end()],
      `start > ${host.id} > end; b > W > end`,
    );

  test('ev1 a user task', () =>
    play(
      interrupted(userTask('A')),
      `start -> A
       message m1 -> W | A next W | gone
       press W -> END | W end`,
    ));

  test('ev2 a countersign', () =>
    play(
      interrupted(userTask('A', { multiInstance: { cardinality: 3 } })),
      `start -> A#0, A#1, A#2
       press A#0 -> A#1, A#2 | A#0 none
       message m1 -> W | A#1 next W; A#2 gone (b) | gone A#2
       press W -> END | W end`,
    ));

  test('ev3 a sub-process with a countersign in it', () =>
    play(
      interrupted(
        subProcess(
          'Q',
          [
            ...[start('qs'), parallel('f'), userTask('A'), userTask('D', { multiInstance: { cardinality: 2 } })],
            end('qe'),
          ],
          'qs > f > A > qe; f > D > qe',
        ),
      ),
      `start -> A, D#0, D#1
       message m1 -> W | A next W; D#0 gone (b); D#1 gone (b) | gone D#0 D#1
       press W -> END | W end`,
    ));

  test('ev4 a call activity', () =>
    play(
      file(
        process(
          'P',
          [start(), callActivity('call', 'CP'), boundary('b', 'call', message('m1')), userTask('W'), end()],
          'start > call > end; b > W > end',
        ),
        calledProcess('CP', [start('cs'), parallel('f'), ...tasks('A', 'C'), end('ce')], 'cs > f > A > ce; f > C > ce'),
      ),
      `start -> call.A, call.C
       message m1 -> W | call.A next W; call.C gone (b) | gone call.C
       press W -> END | W end`,
    ));

  test('ev9 an interrupting event sub-process', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'C'), end(), eventSubProcess('ES', message('m1'))],
        'start > f > A > end; f > C > end',
      ),
      `start -> A, C
       message m1 -> ESU | A next ESU; C gone (ESs) | gone C
       press ESU -> END | ESU end`,
    ));

  test('ev10 nothing leads on: the task is gone, and nothing follows it', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'C'), boundary('b', 'A', message('m1')), end(), end('end2')],
        'start > f > A > end; f > C > end; b > end2',
      ),
      `start -> A, C
       message m1 -> C | A gone (b) | gone A
       press C -> END | C end`,
    ));
});

describe('tasks that nobody handles any more are gone', () => {
  test('ev5 when a countersign is complete early', () =>
    play(
      diagram(
        [
          ...[
            start(),
            userTask('A', { multiInstance: { cardinality: 3, condition: '${nrOfCompletedInstances >= 1}' } }),
          ],
          ...[userTask('W'), end()],
        ],
        'start > A > W > end',
      ),
      `start -> A#0, A#1, A#2
       press A#1 -> W | A#1 next W; A#0 gone (Decided by others); A#2 gone (Decided by others) | gone A#0 A#2
       press W -> END | W end`,
    ));

  test('ev6 when a multi-instance sub-process is complete early', () =>
    play(
      diagram(
        [
          ...[start(), userTask('W'), end()],
          multiSubProcess('Q', [start('qs'), userTask('A'), end('qe')], 'qs > A > qe', {
            cardinality: 3,
            condition: '${nrOfCompletedInstances >= 1}',
          }),
        ],
        'start > Q > W > end',
      ),
      `start -> Q0.A, Q1.A, Q2.A
       press Q1.A -> W | Q1.A next W; Q0.A gone (Decided by others); Q2.A gone (Decided by others) | gone Q0.A Q2.A
       press W -> END | W end`,
    ));

  test('ev7 when a terminate end is reached', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'C'), endWith('t', TERMINATE), end()],
        'start > f > A > end; f > C > t',
      ),
      `start -> A, C
       press C -> END | A gone (Terminated); C end | gone A`,
    ));

  test('ev8 when a terminate end is reached beside a sub-process', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), userTask('C'), endWith('t', TERMINATE), end()],
          subProcess('Q', [start('qs'), userTask('A'), end('qe')], 'qs > A > qe'),
        ],
        'start > f > Q > end; f > C > t',
      ),
      `start -> A, C
       press C -> END | A gone (Terminated); C end | gone A`,
    ));
});
