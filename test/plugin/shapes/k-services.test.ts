import { describe, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  parallel,
  serviceTask,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith, error } from '../../support/named-events.ts';
import { sideBoundary, TERMINATE, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

// A service never runs inside the engine: it is a job that waits, and its result is a step of its own.
describe('a job', () => {
  const beside = diagram(
    [start(), parallel('f'), ...tasks('A', 'V'), serviceTask('SV'), parallel('j'), end()],
    'start > f > A > j > V > end; f > SV > j',
  );

  test('k1, k13 beside a task: the task can be handled while the job runs', () =>
    play(
      beside,
      `start -> A, job SV
       press A -> job SV
       finish SV -> V
       press V -> END`,
    ));

  test('k2 whose result comes twice counts once', () =>
    play(
      beside,
      `start -> A, job SV
       finish SV -> A
       finish SV -> A (failed ERR_STEP_FAILED)
       press A -> V
       finish SV -> V (failed ERR_STEP_FAILED)
       press V -> END`,
    ));

  test('k3 stays the same job over any number of steps', () =>
    play(
      beside,
      `start -> A, job SV
       press A -> job SV
       wake 1h -> job SV
       wake 1h -> job SV
       finish SV -> V
       press V -> END`,
    ));

  test('k4 that never answers keeps the instance open', () =>
    play(
      beside,
      `start -> A, job SV
       press A -> job SV
       wake 1000h -> job SV`,
    ));

  test('k5, k6 whose error nothing catches fails the step and runs on', () =>
    play(
      beside,
      `start -> A, job SV
       fail SV E1 -> A, job SV (failed ERR_STEP_FAILED)
       press A -> job SV
       finish SV -> V
       press V -> END`,
    ));

  test('k8 beside a timer', () =>
    play(
      diagram(
        [start(), parallel('f'), catchEvent('ct', timer()), serviceTask('SV'), parallel('j'), end()],
        'start > f > ct > j > end; f > SV > j',
      ),
      `start -> job SV, timer ct
       finish SV -> timer ct
       timer ct -> END`,
    ));

  test('k9 inside a sub-process', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), userTask('A'), parallel('j'), end()],
          subProcess('Q', [start('qs'), serviceTask('SV'), end('qe')], 'qs > SV > qe'),
        ],
        'start > f > A > j > end; f > Q > j',
      ),
      `start -> A, job SV
       finish SV -> A
       press A -> END`,
    ));

  test('k12 for each of several iterations', () =>
    play(
      diagram(
        [start(), serviceTask('SV', { multiInstance: { cardinality: 3 } }), userTask('V'), end()],
        'start > SV > V > end',
      ),
      `start -> job SV#0, job SV#1, job SV#2
       finish SV#1 -> job SV#0, job SV#2
       finish SV#2 -> job SV#0
       finish SV#0 -> V
       press V -> END`,
    ));
});

describe('an error of a job', () => {
  const caught = (edge: BpmnNode) =>
    diagram(
      [start(), parallel('f'), ...tasks('A', 'W'), serviceTask('SV'), edge, end()],
      'start > f > A > end; f > SV > end; b > W > end',
    );

  test.each([
    ['of every code', boundary('b', 'SV', error())],
    ['of its code', boundary('b', 'SV', error('E1'))],
  ])('k7 leads on at the boundary for errors %s', (_what, edge) =>
    play(
      caught(edge),
      `start -> A, job SV
       fail SV E1 -> A, W
       press W -> A
       press A -> END`,
    ),
  );

  test('k7b of another code than the boundary catches fails the step', () =>
    play(
      caught(boundary('b', 'SV', error('E2'))),
      `start -> A, job SV
       fail SV E1 -> A, job SV (failed ERR_STEP_FAILED)`,
    ));

  test('k7c is caught at the sub-process around it, which it ends', () =>
    play(
      diagram(
        [
          ...[start(), userTask('W'), boundary('b', 'Q', error('E1')), end()],
          subProcess(
            'Q',
            [start('qs'), parallel('f'), userTask('A'), serviceTask('SV'), end('qe')],
            'qs > f > A > qe; f > SV > qe',
          ),
        ],
        'start > Q > end; b > W > end',
      ),
      `start -> A, job SV
       fail SV E1 -> W
       press W -> END`,
    ));

  test('k7d of one iteration ends the others at the boundary', () =>
    play(
      diagram(
        [
          ...[start(), serviceTask('SV', { multiInstance: { cardinality: 3 } }), userTask('W')],
          ...[boundary('b', 'SV', error('E1')), end()],
        ],
        'start > SV > end; b > W > end',
      ),
      `start -> job SV#0, job SV#1, job SV#2
       fail SV#1 E1 -> W
       press W -> END`,
    ));

  test.each([
    ['answers', 'finish SV', 'V'],
    ['fails', 'fail SV E1', 'W'],
  ])('k15 with a boundary: a service that %s', (_way, step, view) =>
    play(
      diagram(
        [start(), serviceTask('SV'), boundary('b', 'SV', error()), ...tasks('V', 'W'), end()],
        'start > SV > V > end; b > W > end',
      ),
      `start -> job SV
       ${step} -> ${view}
       press ${view} -> END`,
    ),
  );

  test.each([
    ['answers', 'finish SV', 'V'],
    ['fails', 'fail SV E1', 'job SV (failed ERR_STEP_FAILED)'],
  ])('k15 without a boundary: a service that %s', (_way, step, view) =>
    play(
      diagram([start(), serviceTask('SV'), userTask('V'), end()], 'start > SV > V > end'),
      `start -> job SV
       ${step} -> ${view}`,
    ),
  );
});

// What the engine calls its status says "executing" here though nothing runs; a step is at rest when it returns.
describe('a step is at rest', () => {
  test('k10 with a countersign and a timer beside it', () =>
    play(
      diagram(
        [
          ...[start(), userTask('A', { multiInstance: { cardinality: 2 } }), sideBoundary('b', 'A', timer())],
          ...[userTask('W'), end()],
        ],
        'start > A > end; b > W > end',
      ),
      `start -> A#0, A#1, timer b
       press A#0 -> A#1, timer b
       timer b -> A#1, W
       press A#1 -> W
       press W -> END`,
    ));

  test('k11 with a half filled join', () =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'C', 'V'), parallel('j'), end()],
        'start > f > A > j > V > end; f > C > j',
      ),
      `start -> A, C
       press A -> C
       wake 1h -> C
       press C -> V
       press V -> END`,
    ));

  test('k14 behind a terminate end in a sub-process', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          subProcess('Q', [start('qs'), userTask('A'), endWith('t', TERMINATE)], 'qs > A > t'),
        ],
        'start > Q > V > end',
      ),
      `start -> A
       press A -> V
       wake 1h -> V
       press V -> END`,
    ));
});
