/** A step ends, whatever is drawn: each token has a number of moves without a wait. */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  manualTask,
  standardLoop,
  start,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw, part } from '../support/draw.ts';
import { escalation, signal } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const TOO_MANY = /^A \(failed A token has made more than 50 moves without a wait, the last to /;

describe('a loop without a wait fails its step', () => {
  test.each([
    ['along flows', draw({ tasks: 'A', exclusive: 'x y', paths: 'start > A > x > y > x' })],
    [
      'with ever more tokens',
      draw({ tasks: 'A', exclusive: 'x', parallel: 'f', paths: 'start > A > x > f > x; f > x' }),
    ],
    [
      'through a join',
      draw({ tasks: 'A', exclusive: 'x', parallel: 'f j', paths: 'start > A > x > f; f > j; f > j > x' }),
    ],
    [
      'through a sub-process',
      draw({
        tasks: 'A',
        exclusive: 'x',
        others: [part('Q', { exclusive: 'y', others: [start('qs')], paths: 'qs > y > qe' })],
        paths: 'start > A > x > Q > x',
      }),
    ],
    [
      'of a standard loop',
      draw({
        tasks: 'A',
        others: [manualTask('m', { content: standardLoop({ condition: '${true}' }) })],
        paths: 'start > A > m > end',
      }),
    ],
    [
      'by events that set off each other',
      draw({
        tasks: 'A',
        parallel: 'f',
        others: [
          throwEvent('t', signal('g1')),
          catchEvent('c', signal('g1')),
          throwEvent('u', signal('g2')),
          catchEvent('d', signal('g2')),
        ],
        exclusive: 'x y',
        paths: 'start > f > x > c > u > x; f > y > d > t > y; f > A > end',
      }),
    ],
    [
      'of an event that sets off itself',
      draw({
        tasks: 'A',
        others: [
          part('Q', {
            others: [start('qs'), throwEvent('qt', escalation('S1'))],
            tasks: 'B',
            exclusive: 'x',
            paths: 'qs > x > qt > x',
          }),
          boundary('b', 'Q', escalation('S1'), { interrupting: false }),
        ],
        paths: 'start > A > Q > end; b > end2',
      }),
    ],
    [
      'of what an event that listens on leads to',
      draw({
        tasks: 'A B',
        others: [boundary('b', 'B', signal('g1'), { interrupting: false }), throwEvent('t', signal('g1'))],
        parallel: 'f',
        paths: 'start > f > A > t > end; f > B > end; b > t',
      }),
    ],
  ])('%s', async (what, xml) => {
    const stage = await createStage(xml, { rounds: { m: Infinity }, maxMoves: 50 });
    stage.do('start');
    stage.do(what.startsWith('by events') ? 'signal g2' : 'complete A');
    expect(stage.view.replace(/^A, (?:B|c, d) /, 'A ')).toMatch(TOO_MANY);
  });
});

test('a loop with a wait in each round does not', () =>
  playNet(
    draw({ tasks: 'A', others: [catchEvent('c', timer('PT1H'))], exclusive: 'x', paths: 'start > x > A > c > x' }),
    Array.from(
      { length: 20 },
      () => `complete A -> c, timer c
             timer c -> A`,
    ).reduce((script, each) => `${script}\n${each}`, 'start -> A'),
    { maxMoves: 6 },
  ));

test('a token makes as many moves as it may', () => {
  const xml = draw({ tasks: 'A B', exclusive: 'x', paths: 'start > A > x > B > end' });
  return Promise.all([
    playNet(
      xml,
      `start -> A
       complete A -> B`,
      { maxMoves: 2 },
    ),
    playNet(xml, 'start -> END (failed A token has made more than 1 moves without a wait, the last to A.)', {
      maxMoves: 1,
    }),
  ]);
});

test('what an iteration leads to counts from its activity', () => {
  const xml = draw({
    tasks: 'V',
    others: [part('Q', { others: [start('qs'), end('qe')], paths: 'qs > qe' }, { multiInstance: { cardinality: 2 } })],
    paths: 'start > Q > V > end',
  });
  return Promise.all([
    playNet(xml, 'start -> V', { maxMoves: 5 }),
    playNet(xml, 'start -> END (failed A token has made more than 4 moves without a wait, the last to qe.)', {
      maxMoves: 4,
    }),
  ]);
});

test('a long loop does not overflow the stack', async () => {
  const stage = await createStage(draw({ tasks: 'A', exclusive: 'x y', paths: 'start > A > x > y > x' }), {
    maxMoves: 20_000,
  });
  stage.do('start');
  stage.do('complete A');
  expect(stage.view).toMatch(/more than 20000 moves/);
});

test('one node holds only so many tokens, iterations not counted', async () => {
  const forks = draw({
    tasks: 'A B',
    parallel: 'f g',
    others: [userTask('M', { multiInstance: { cardinality: 2 } })],
    paths: 'start > A > f > M > end2; f > M; f > g > B > end; f > g > B; g > B; g > B',
  });
  const stage = await createStage(forks, { sizes: { M: 50 }, maxTokens: 3 });
  stage.do('start');
  stage.do('complete A');
  expect(stage.view).toBe('A (failed More than 3 tokens are at B at once.)');
  await playNet(forks, 'start -> A\ncomplete A -> B, B, B, B, M#0, M#0', { sizes: { M: 1 }, maxTokens: 4 });
});
