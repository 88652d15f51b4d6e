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
import { diagram, error } from '../../support/named-events.ts';
import { tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

// A service never runs inside the engine: it is a job that waits, and its result is a step of its own.
describe('a job', () => {
  const beside = diagram(
    [start(), parallel('f'), ...tasks('A', 'V'), serviceTask('SV'), parallel('j'), end()],
    'start > f > A > j > V > end; f > SV > j',
  );

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
});

describe('an error of a job', () => {
  const caught = (edge: BpmnNode) =>
    diagram(
      [start(), parallel('f'), ...tasks('A', 'W'), serviceTask('SV'), edge, end()],
      'start > f > A > end; f > SV > end; b > W > end',
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
});
