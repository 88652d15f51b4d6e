import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  inclusive,
  link,
  node,
  parallel,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { diagram } from '../../support/named-events.ts';
import { refusals } from './deploy-shape.ts';
import { COMPENSATE, loopedTask, tasks } from './palette.ts';
import { play } from './shape-driver.ts';

describe('a link is another way to draw a flow', () => {
  const [from, to] = [throwEvent('lt', link('L')), catchEvent('lc', link('L'))];

  test('g2 two of them lead to one place', () =>
    play(
      draw({
        id: 'P',
        tasks: 'A M V',
        exclusive: 'x',
        others: [throwEvent('l1', link('L')), throwEvent('l2', link('L')), to],
        paths: 'start > A > x >"at once" l1; x >"first" M > l2; lc > V > end',
      }),
      `start -> A
       press A "first" -> M
       press M -> V
       press V -> END`,
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
