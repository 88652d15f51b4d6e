import { describe, test } from 'vitest';
import {
  type BpmnNode,
  catchEvent,
  end,
  parallel,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw, onEvent } from '../../support/draw.ts';
import { diagram, endWith, escalation, message, signal } from '../../support/named-events.ts';
import { eventSubProcess, multiSubProcess, sideEventSubProcess, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

describe.each([
  ['message', message('m1')],
  ['signal', signal('g1')],
  ['escalation', escalation('S1')],
])('an event sub-process started by a %s thrown beside it', (_kind, event) => {
  const thrown = (part: BpmnNode) =>
    diagram(
      [start(), parallel('f'), ...tasks('A', 'C', 'V'), throwEvent('th', event), parallel('j'), end(), part],
      'start > f > A > th > j > V > end; f > C > j',
    );

  test('d4 non-interrupting runs beside the rest', () =>
    play(
      thrown(sideEventSubProcess('ES', event)),
      `start -> A, C
       press A -> C, ESU
       press ESU -> C
       press C -> V
       press V -> END`,
    ));

  test('d5 interrupting ends the rest, the thrower too', () =>
    play(
      thrown(eventSubProcess('ES', event)),
      `start -> A, C
       press A -> ESU
       press ESU -> END`,
    ));
});

describe('an event sub-process', () => {
  test('d7 inside a sub-process catches what is thrown there', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          subProcess(
            'Q',
            [
              ...[start('qs'), ...tasks('A', 'C'), throwEvent('th', escalation('S1')), end('qe')],
              sideEventSubProcess('ES', escalation('S1')),
            ],
            'qs > A > th > C > qe',
          ),
        ],
        'start > Q > V > end',
      ),
      `start -> A
       press A -> C, ESU
       press ESU -> C
       press C -> V
       press V -> END`,
    ));

  test('d8 interrupting ends a half filled join, a countersign, a timer and a sub-process', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), userTask('A'), userTask('C', { multiInstance: { cardinality: 2 } })],
          ...[catchEvent('ct', timer()), subProcess('Q', [start('qs'), userTask('D'), end('qe')], 'qs > D > qe')],
          ...[parallel('j'), userTask('V'), end(), eventSubProcess('ES', message('m1'))],
        ],
        'start > f > A > j > V > end; f > C > j; f > ct > j; f > Q > j',
      ),
      `start -> A, C#0, C#1, D, timer ct
       press A -> C#0, C#1, D, timer ct
       message m1 -> ESU
       press ESU -> END`,
    ));

  test('d9 interrupting inside a multi-instance sub-process ends its own iteration only', () =>
    play(
      diagram(
        [
          ...[start(), userTask('V'), end()],
          multiSubProcess(
            'Q',
            [...[start('qs'), userTask('A'), endWith('qe', escalation('S1'))], eventSubProcess('ES', escalation('S1'))],
            'qs > A > qe',
            { cardinality: 2 },
          ),
        ],
        'start > Q > V > end',
      ),
      `start -> Q0.A, Q1.A
       press Q1.A -> Q0.A, Q1.ESU
       press Q0.A -> Q0.ESU, Q1.ESU
       press Q1.ESU -> Q0.ESU
       press Q0.ESU -> V
       press V -> END`,
    ));

  // BPMN would start a second one beside the first; the engine runs an activity once at a time in a scope.
  test('d10 non-interrupting that still runs is started a second time', () =>
    play(
      diagram(
        [
          ...[start(), parallel('f'), ...tasks('A', 'C'), throwEvent('t1', escalation('S1'))],
          ...[throwEvent('t2', escalation('S1')), end(), sideEventSubProcess('ES', escalation('S1'))],
        ],
        'start > f > A > t1 > end; f > C > t2 > end',
      ),
      `start -> A, C
       press A -> C, ESU
       press C -> ESU, ESU(2)
       press ESU -> ESU(2)
       press ESU(2) -> END`,
    ));

  test('d12 what is thrown in one that runs does not start it again', () =>
    play(
      draw({
        tasks: 'A',
        others: [
          throwEvent('t', escalation('S1')),
          onEvent(
            'E',
            escalation('S1'),
            { tasks: 'U', others: [endWith('Ee', escalation('S1'))], paths: 'E-start > U > Ee' },
            { beside: true },
          ),
        ],
        paths: 'start > A > t > end',
      }),
      `start -> A
       press A -> U
       press U -> END`,
    ));

  test.each([
    ['one after the other', true],
    ['side by side', false],
  ])('d11 ends a multi-instance %s without asking whether it is complete', (_order, sequential) =>
    play(
      diagram(
        [
          ...[start(), end(), eventSubProcess('ES', timer('PT1H'))],
          multiSubProcess('Q', [start('qs'), userTask('A'), end('qe')], 'qs > A > qe', {
            cardinality: 2,
            sequential,
            condition: '${never > 1}',
          }),
        ],
        'start > Q > end',
      ),
      `start -> ${sequential ? 'Q0.A' : 'Q0.A, Q1.A'}, timer ESs
       timer ESs -> ESU
       press ESU -> END`,
    ),
  );
});
