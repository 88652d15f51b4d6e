import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  link,
  node,
  parallel,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith } from '../../support/named-events.ts';
import { refusals } from './deploy-shape.ts';
import { CANCEL, COMPENSATE, loopedTask, tasks, transaction } from './palette.ts';
import { play } from './shape-driver.ts';

describe('a link is another way to draw a flow', () => {
  const [from, to] = [throwEvent('lt', link('L')), catchEvent('lc', link('L'))];

  test('g1 it leads on', () =>
    play(
      diagram([start(), ...tasks('A', 'V'), from, to, end()], 'start > A > lt; lc > V > end'),
      `start -> A
       press A -> V
       press V -> END`,
    ));

  test('g2 two of them lead to one place', () =>
    play(
      diagram(
        [
          ...[
            start(),
            ...tasks('A', 'M', 'V'),
            exclusive('x'),
            throwEvent('l1', link('L')),
            throwEvent('l2', link('L')),
          ],
          ...[to, end()],
        ],
        'start > A > x >"at once" l1; x >"first" M > l2; lc > V > end',
      ),
      `start -> A
       press A "first" -> M
       press M -> V
       press V -> END`,
    ));

  test('g3 one that is not reached holds nothing open', () =>
    play(
      diagram(
        [start(), ...tasks('A', 'M', 'V'), exclusive('x'), from, to, end(), end('end2')],
        'start > A > x >"jump" lt; x >"stay" M > end2; lc > V > end',
      ),
      `start -> A
       press A "stay" -> M
       press M -> END`,
    ));

  test('g4 it may close a rework loop', () =>
    play(
      diagram(
        [start(), ...tasks('A', 'R'), exclusive('m'), exclusive('x'), from, to, end()],
        'start > A > m > R > x >"done" end; x >"again" lt; lc > m',
      ),
      `start -> A
       press A -> R
       press R "again" -> R
       press R "again" -> R
       press R "done" -> END`,
    ));

  test.each([
    ['g5', 'parallel', parallel('j')],
    ['g5b', 'inclusive', inclusive('j')],
  ])('%s inside a branch the %s join waits for what lies behind it', (_key, _kind, join) =>
    play(
      diagram(
        [start(), parallel('f'), ...tasks('A', 'B', 'C', 'V'), from, to, join, end()],
        'start > f > A > lt; lc > B > j > V > end; f > C > j',
      ),
      `start -> A, C
       press C -> A
       press A -> B
       press B -> V
       press V -> END`,
    ),
  );
});

describe('a standard loop on a user task', () => {
  const looped = (loop: Parameters<typeof loopedTask>[1]) =>
    diagram([start(), loopedTask('A', loop), userTask('V'), end()], 'start > A > V > end');

  test('g6 as often as its maximum says', () =>
    play(
      looped({ maximum: 3 }),
      `start -> A#0
       press A#0 -> A#1
       press A#1 -> A#2
       press A#2 -> V
       press V -> END`,
    ));

  // The engine reads the condition upside down and stops where it is true.
  test('g7 again while its condition is true, tested after each round', () =>
    play(
      looped({ condition: '${again}' }),
      `start -> A#0
       press A#0 {"again": true} -> A#1
       press A#1 {"again": false} -> V
       press V -> END`,
    ));

  test('g7b a condition that is true goes on, and one that is false stops, whatever its variable is called', () =>
    play(
      looped({ condition: '${stop}' }),
      `start -> A#0
       press A#0 {"stop": true} -> A#1
       press A#1 {"stop": false} -> V
       press V -> END`,
    ));

  test('g16 while its condition is true, tested before each round', () =>
    play(
      looped({ condition: '${again}', testBefore: true }),
      `start -> A#0
       press A#0 {"again": true} -> A#1
       press A#1 {"again": false} -> V
       press V -> END`,
      { again: true },
    ));

  test('g17 not at all where the condition is false before the first round', () =>
    play(
      looped({ condition: '${again}', testBefore: true }),
      `start -> V
       press V -> END`,
      { again: false },
    ));

  test('g18 while its condition is true, but no longer than its maximum', () =>
    play(
      looped({ condition: '${again}', maximum: 2 }),
      `start -> A#0
       press A#0 {"again": true} -> A#1
       press A#1 {"again": true} -> V
       press V -> END`,
    ));

  test.each([
    ['after', false],
    ['before', true],
  ])('loopCounter is the number of rounds that are over, tested %s each of them', (_, testBefore) =>
    play(
      looped({ condition: '${loopCounter lt 2}', testBefore }),
      `start -> A#0
       press A#0 -> A#1
       press A#1 -> V
       press V -> END`,
      { loopCounter: 9 },
    ),
  );
});

describe('compensation is refused at deploy', () => {
  /** Task A that H makes undone. */
  const undone: BpmnNode[] = [
    ...[userTask('A'), boundary('cb', 'A', COMPENSATE)],
    userTask('H', { attributes: { isForCompensation: true } }),
    // An association stands among the nodes of a process, and carries no token.
    { ...node('association', 'as', { attributes: { sourceRef: 'cb', targetRef: 'H' } }), content: '' },
  ];
  // The handler, which no flow leads to, is not blamed as well.
  const REFUSED = ['element-not-supported cb'];

  test.each([
    ['g9, i13', 'thrown after the task is done', 'start > A > M > ct > V > end'],
    ['g11', 'thrown before the task', 'start > ct > A > M > V > end'],
  ])('%s %s', async (_key, _what, paths) => {
    const xml = diagram([start(), ...undone, ...tasks('M', 'V'), throwEvent('ct', COMPENSATE), end()], paths);
    expect((await refusals(xml)).toSorted()).toEqual([...REFUSED, 'element-not-supported ct'].toSorted());
  });

  test('g10 never thrown', async () => {
    const xml = diagram([start(), ...undone, ...tasks('M', 'V'), end()], 'start > A > M > V > end');
    expect((await refusals(xml)).toSorted()).toEqual(REFUSED.toSorted());
  });
});

describe('a transaction is refused at deploy', () => {
  const nodes = [start('ts'), ...tasks('A', 'C'), exclusive('tx'), endWith('tc', CANCEL), end('te')];
  const paths = 'ts > A > C > tx >"cancel" tc; tx >"go on" te';
  const around = [start(), boundary('tb', 'TX', CANCEL), ...tasks('V', 'W'), end()];
  const whole = 'start > TX > V > end; tb > W > end';

  test('g12 without a cancel end', async () => {
    const xml = diagram(
      [start(), transaction('TX', [start('ts'), userTask('A'), end('te')], 'ts > A > te'), end()],
      'start > TX > end',
    );
    expect(await refusals(xml)).toContain('element-not-supported TX');
  });

  test('g13 with a cancel end, which is refused too', async () => {
    const refused = await refusals(diagram([transaction('TX', nodes, paths), ...around], whole));
    expect(refused).toContain('element-not-supported TX');
  });

  const compensating = [
    ...nodes,
    boundary('cb', 'A', COMPENSATE),
    userTask('H', { attributes: { isForCompensation: true } }),
  ];

  test('g14, g15 with compensation inside', async () => {
    const refused = await refusals(diagram([transaction('TX', compensating, paths), ...around], whole));
    expect(refused).toContain('element-not-supported TX');
  });
});
