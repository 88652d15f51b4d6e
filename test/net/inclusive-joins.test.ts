/** Inclusive gateways in the machine; which tokens a join waits for is tested with `inclusive-rule` (BPMN 2.0.2, 13.4.3). */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  start,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw, part } from '../support/draw.ts';
import { signal } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const xml = draw({
  tasks: 'A B C V',
  inclusive: 'f j',
  paths: 'start > f; f >[${a}] A > j; f >[${b}] B > j; f >* C > j; j > V > end',
});

test('an inclusive gateway takes each flow whose condition is true, and its join waits for these', () =>
  playNet(
    xml,
    `start with f-A, f-B -> A, B
     complete B -> >j, A
     complete A -> V
     complete V -> END`,
  ));

test('it takes its default flow if none is', () =>
  playNet(
    xml,
    `start -> C
     complete C -> V`,
  ));

test('a join is released when a branch ends elsewhere', () =>
  playNet(
    draw({
      tasks: 'A B V',
      parallel: 'f',
      exclusive: 'x',
      inclusive: 'j',
      paths: 'start > f > A > j > V > end; f > B > x; x >[${on}] j; x >* end2',
    }),
    `start -> A, B
     complete A -> >j, B
     complete B -> V
     complete V -> END`,
  ));

test('a join of which each flow has a token is released at once', async () => {
  const stage = await createStage(
    draw({ tasks: 'V B', parallel: 'f', inclusive: 'j', paths: 'start > f; f > j; f > j > V > end; f > B > end' }),
  );
  stage.do('start');
  const entered = stage.told.flatMap((each) => (each.kind === 'entered' ? each.at.node.id : []));
  expect(entered).toEqual(['start', 'f', 'j', 'j', 'j', 'V', 'B']);
});

test('a join is released before what was thrown is delivered', () =>
  playNet(
    draw({
      tasks: 'A V',
      parallel: 'f',
      inclusive: 'j',
      exclusive: 'x',
      others: [catchEvent('c', signal('g1')), throwEvent('t', signal('g1'))],
      paths: 'start > f > j > c > V > end; f > A > x; x >[${j}] j; x >* t > end2',
    }),
    `start -> >j, A
     complete A -> V`,
  ));

test('of two joins the one that is drawn first is released first, whichever was reached first', async () => {
  const stage = await createStage(
    draw({
      tasks: 'A B X V W',
      parallel: 'f',
      inclusive: 'j k',
      exclusive: 'x',
      paths: 'start > f; f > A > j > V > end; f > B > k > W > end; f > X > x; x >[${j}] j; x >[${k}] k; x >* end2',
    }),
  );
  for (const step of ['start', 'complete B', 'complete A']) stage.do(step);
  expect(stage.view).toBe('>j, >k, X');
  stage.do('complete X');
  const entered = stage.told.flatMap((each) => (each.kind === 'entered' ? each.at.node.id : []));
  expect(entered).toEqual(['x', 'end2', 'j', 'V', 'k', 'W']);
});

test('the join of an outer scope comes before those of the scopes in it', async () => {
  const around = (j: string, ways: string) =>
    `${ways}; ${j} > ${j}V > ${j}end; ${j}c > ${j}x >[\${on}] ${j}; ${j}x >* ${j}end`;
  const nodes = (j: string) => [
    ...[inclusive(j), userTask(`${j}V`), end(`${j}end`), exclusive(`${j}x`), catchEvent(`${j}c`, signal('g1'))],
  ];
  const stage = await createStage(
    draw({
      parallel: 'f',
      others: [
        part('Q', {
          parallel: 'g',
          others: [start('qs'), ...nodes('k')],
          paths: around('k', 'qs > g > k; g > kc'),
        }),
        ...nodes('j'),
      ],
      paths: around('j', 'start > f; f > Q; f > j; f > jc'),
    }),
  );
  for (const step of ['start', 'signal g1']) stage.do(step);
  const entered = stage.told.flatMap((each) => (each.kind === 'entered' ? each.at.node.id : []));
  expect(entered.slice(-4)).toEqual(['j', 'jV', 'k', 'kV']);
});

test('it does not ask which flow was chosen', () => playNet(xml, 'start with !f-A -> C'));

test('a join keeps the second token of a flow for its next round', () =>
  playNet(
    draw({
      tasks: 'A B V',
      parallel: 'f',
      exclusive: 'm',
      inclusive: 'j',
      paths: 'start > f > m > A > j > V > end; f > m; f > B > j',
    }),
    `start -> A, A, B
     complete A -> >j, A, B
     complete A -> >j, >j, B
     complete B -> V, V`,
  ));

describe('a boundary event that leads in front of the join', () => {
  /** In one branch of a parallel fork an inclusive fork and join; both are done again if the approval takes too long. */
  const redone = draw({
    tasks: 'A B C V',
    parallel: 'pf pj',
    inclusive: 'of oj',
    exclusive: 'm',
    others: [boundary('b', 'V', timer('PT1H'))],
    paths: 'start > m > pf; pf > of; of >[${a}] A > oj; of >[${b}] B > oj; oj > pj; pf > C > pj; pj > V > end; b > m',
  });

  test('does not hold it up as long as its activity lies ahead', () =>
    playNet(
      redone,
      `start with of-A, of-B -> A, B, C
       complete A -> >oj, B, C
       complete B -> >pj, C
       complete C -> V, timer b
       timer b with of-A -> A, C
       complete A -> >pj, C
       complete C -> V, timer b
       complete V -> END`,
    ));
});
