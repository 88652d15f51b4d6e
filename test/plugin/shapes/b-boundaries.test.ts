import { describe, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  parallel,
  plainTask,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith, error, escalation, message, signal } from '../../support/named-events.ts';
import { multiSubProcess, sideBoundary, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

describe.each([
  ['timer', timer(), 'timer b', ', timer b'],
  ['message', message('m1'), 'message m1', ''],
  ['signal', signal('g1'), 'signal g1', ''],
])('a boundary %s', (_kind, event, fire, waits) => {
  const on = (host: BpmnNode, edge: BpmnNode) =>
    diagram(
      [start(), host, edge, ...tasks('V', 'W'), end(), end('end2')],
      `start > ${host.id} > V > end; ${edge.id} > W > end2`,
    );
  const task = userTask('A');
  const countersign = userTask('A', { multiInstance: { cardinality: 3 } });
  const part = subProcess(
    'Q',
    [start('qs'), parallel('f'), ...tasks('A', 'C'), parallel('j'), end('qe')],
    'qs > f > A > j > qe; f > C > j',
  );

  test('b1 ends the task it hangs on', () =>
    play(
      on(task, boundary('b', 'A', event)),
      `start -> A${waits}
       ${fire} -> W
       press W -> END`,
    ));

  test('b2 is gone when its task is done', () =>
    play(
      on(task, boundary('b', 'A', event)),
      `start -> A${waits}
       press A -> V
       press V -> END`,
    ));

  test('b3 non-interrupting leads on beside its task', () =>
    play(
      on(task, sideBoundary('b', 'A', event)),
      `start -> A${waits}
       ${fire} -> A, W
       press A -> V, W
       press W -> V
       press V -> END`,
    ));

  test('b4 non-interrupting is gone when its task is done', () =>
    play(
      on(task, sideBoundary('b', 'A', event)),
      `start -> A${waits}
       press A -> V
       press V -> END`,
    ));

  test('b5 ends a countersign that one of three has signed', () =>
    play(
      on(countersign, boundary('b', 'A', event)),
      `start -> A#0, A#1, A#2${waits}
       press A#1 -> A#0, A#2${waits}
       ${fire} -> W
       press W -> END`,
    ));

  test('b6 non-interrupting leaves a countersign to its signers', () =>
    play(
      on(countersign, sideBoundary('b', 'A', event)),
      `start -> A#0, A#1, A#2${waits}
       press A#1 -> A#0, A#2${waits}
       ${fire} -> A#0, A#2, W
       press A#0 -> A#2, W
       press A#2 -> V, W
       press W -> V
       press V -> END`,
    ));

  test('b7 ends all of a sub-process', () =>
    play(
      on(part, boundary('b', 'Q', event)),
      `start -> A, C${waits}
       ${fire} -> W
       press W -> END`,
    ));

  test('b7b ends a sub-process with a half filled join', () =>
    play(
      on(part, boundary('b', 'Q', event)),
      `start -> A, C${waits}
       press A -> C${waits}
       ${fire} -> W
       press W -> END`,
    ));

  test('b8 non-interrupting leaves a sub-process with a half filled join as it is', () =>
    play(
      on(part, sideBoundary('b', 'Q', event)),
      `start -> A, C${waits}
       press A -> C${waits}
       ${fire} -> C, W
       press C -> V, W
       press V -> W
       press W -> END`,
    ));
});

describe('what a boundary event interrupts', () => {
  const behind = 'b > W > end';

  test('b9 a sequential countersign at its second signer', () =>
    play(
      diagram(
        [
          ...[start(), userTask('A', { multiInstance: { cardinality: 3, sequential: true } })],
          ...[boundary('b', 'A', timer()), ...tasks('V', 'W'), end()],
        ],
        `start > A > V > end; ${behind}`,
      ),
      `start -> A#0, timer b
       press A#0 -> A#1, timer b
       timer b -> W
       press W -> END`,
    ));

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

describe('a boundary error', () => {
  // A task of a person throws none.
  test('b11 of a service leads on when the service throws it', () =>
    play(
      diagram(
        [start(), serviceTask('A'), boundary('b', 'A', error()), ...tasks('V', 'W'), end()],
        'start > A > V > end; b > W > end',
      ),
      `start -> job A
       fail A E1 -> W
       press W -> END`,
    ));

  const part = (paths: string, ...more: BpmnNode[]) =>
    diagram(
      [
        ...[start(), boundary('b', 'Q', error('E1')), ...tasks('V', 'W'), end()],
        subProcess(
          'Q',
          [start('qs'), parallel('f'), ...tasks('A', 'C'), endWith('qe', error('E1')), end('qe2'), ...more],
          paths,
        ),
      ],
      'start > Q > V > end; b > W > end',
    );

  test('b12 of a sub-process catches its error end and ends the rest of it', () =>
    play(
      part('qs > f > A > qe; f > C > qe2'),
      `start -> A, C
       press A -> W
       press W -> END`,
    ));

  test('b12b is gone when its sub-process ends without the error', () =>
    play(
      part('qs > f > A > x >"broken" qe; x >"fine" qe2; f > C > qe2', exclusive('x')),
      `start -> A, C
       press A "fine" -> C
       press C -> V
       press V -> END`,
    ));
});

describe('a boundary escalation', () => {
  const around = (edge: BpmnNode, ...inner: BpmnNode[]) =>
    diagram(
      [
        ...[start(), edge, ...tasks('V', 'W'), end(), end('end2')],
        subProcess('Q', [start('qs'), ...inner, end('qe')], `qs > ${inner.map(({ id }) => id).join(' > ')} > qe`),
      ],
      'start > Q > V > end; b > W > end2',
    );
  const raising = [userTask('A'), throwEvent('th', escalation('S1')), userTask('C')];

  test('b13 ends the sub-process it is thrown in', () =>
    play(
      around(boundary('b', 'Q', escalation('S1')), ...raising),
      `start -> A
       press A -> W
       press W -> END`,
    ));

  test('b14 non-interrupting leads on beside the sub-process', () =>
    play(
      around(sideBoundary('b', 'Q', escalation('S1')), ...raising),
      `start -> A
       press A -> C, W
       press W -> C
       press C -> V
       press V -> END`,
    ));

  test('b14b does nothing when nothing is thrown', () =>
    play(
      around(sideBoundary('b', 'Q', escalation('S1')), userTask('A')),
      `start -> A
       press A -> V
       press V -> END`,
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

  test('b18 goes on from the task when the timer does not fire', () =>
    play(
      joined(boundary('b', 'A', timer())),
      `start -> A, timer b
       press A -> V
       press V -> END`,
    ));

  test('b19 waits for the non-interrupting path when the task is done first', () =>
    play(
      joined(sideBoundary('b', 'A', timer())),
      `start -> A, timer b
       timer b -> A, W
       press A -> W
       press W -> V
       press V -> END`,
    ));

  test('b20 waits for the task when the non-interrupting path is done first', () =>
    play(
      joined(sideBoundary('b', 'A', timer())),
      `start -> A, timer b
       timer b -> A, W
       press W -> A
       press A -> V
       press V -> END`,
    ));

  const ahead = diagram(
    [
      ...[start(), parallel('f'), ...tasks('B', 'Z', 'A', 'W', 'V'), boundary('b', 'A', timer()), inclusive('j')],
      ...[end(), end('end2')],
    ],
    'start > f > B > j > V > end; f > Z > A > end2; b > W > j',
  );

  test('b28 waits for a boundary that still lies ahead of a token, and fires', () =>
    play(
      ahead,
      `start -> B, Z
       press B -> Z
       press Z -> A, timer b
       timer b -> W
       press W -> V
       press V -> END`,
    ));

  test('b29 is released once the task of such a boundary is done', () =>
    play(
      ahead,
      `start -> B, Z
       press B -> Z
       press Z -> A, timer b
       press A -> V
       press V -> END`,
    ));
});

describe('a boundary that fires more than once', () => {
  test('b21 a reminder three times, then no more', () =>
    play(
      diagram(
        [start(), userTask('A'), sideBoundary('b', 'A', timer('R3/PT10H')), plainTask('mail'), end(), end('end2')],
        'start > A > end; b > mail > end2',
      ),
      `start -> A, timer b
       timer b -> A, timer b
       timer b -> A, timer b
       timer b -> A
       press A -> END`,
    ));

  test('b22 opens a second task beside the first', () =>
    play(
      diagram(
        [start(), ...tasks('A', 'W'), sideBoundary('b', 'A', timer('R3/PT10H')), end(), end('end2')],
        'start > A > end; b > W > end2',
      ),
      `start -> A, timer b
       timer b -> A, W, timer b
       timer b -> A, W, W(2), timer b
       press A -> W, W(2)
       press W -> W(2)
       press W(2) -> END`,
    ));

  test.each([
    ['message', message('m1'), 'message m1'],
    ['signal', signal('g1'), 'signal g1'],
  ])('b30 a %s every time one comes, while its task is open', (_kind, event, fire) =>
    play(
      diagram(
        [start(), ...tasks('A', 'W'), sideBoundary('b', 'A', event), end(), end('end2')],
        'start > A > end; b > W > end2',
      ),
      `start -> A
       ${fire} -> A, W
       press W -> A
       ${fire} -> A, W
       press W -> A
       ${fire} -> A, W
       press A -> W
       press W -> END`,
    ),
  );

  test('b31 an escalation as often as the sub-process raises it', () =>
    play(
      diagram(
        [
          start(),
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
          ...tasks('W'),
          end(),
          end('end2'),
        ],
        'start > Q > end; b > W > end2',
      ),
      `start -> A
       press A -> B, W
       press W -> B
       press B -> W
       press W -> END`,
    ));

  test('b32 a throw that fires itself for ever fails its step', () =>
    play(
      diagram(
        [
          start(),
          ...tasks('A'),
          sideBoundary('b', 'A', signal('g1')),
          throwEvent('again', signal('g1')),
          end(),
          end('end2'),
        ],
        'start > A > end; b > again > end2',
      ),
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
  test('b26 before its task is reached', () =>
    play(
      diagram(
        [start(), ...tasks('Z', 'A', 'W'), boundary('b', 'A', message('m1')), end()],
        'start > Z > A > end; b > W > end',
      ),
      `start -> Z
       message m1 -> Z (nobody waits for m1)
       press Z -> A
       message m1 -> W
       press W -> END`,
    ));

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
