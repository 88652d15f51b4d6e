/** Activities that run several times (BPMN 2.0.2, 13.3.6, 13.3.7). */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  multiInstance,
  node,
  plainTask,
  standardLoop,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw, part } from '../support/draw.ts';
import { endWith, error, message } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const PARALLEL = { cardinality: 2 };
const SEQUENTIAL = { cardinality: 2, sequential: true };
const ENDS = [start('qs'), end('qe')];

describe('a parallel multi-instance', () => {
  const xml = draw({ tasks: 'V', others: [userTask('A', { multiInstance: PARALLEL })], paths: 'start > A > V > end' });

  test('begins all iterations at once, and is complete after the last one', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#1 -> A#0, A#2
       complete A#0 -> A#2
       complete A#2 -> V`,
      { sizes: { A: 3 } },
    ));

  test('is complete earlier when it is enough, and the others are given up', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#2 -> A#0, A#1
       complete A#0 -> V | gone A#1`,
      { sizes: { A: 3 }, enough: { A: 2 } },
    ));

  test('has one more iteration, and one fewer, which counts no more and may be the last', () =>
    playNet(
      xml,
      `start -> A#0, A#1
       add A -> A#0, A#1, A#2
       complete A#1 -> A#0, A#2
       add A -> A#0, A#2, A#3
       remove A#3 -> A#0, A#2 | gone A#3
       complete A#0 -> A#2
       remove A#2 -> V | gone A#2`,
    ));

  test('has one iteration fewer, and what is complete is enough then', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#1 -> A#0, A#2
       remove A#0 with A#2 enough -> V | gone A#0 A#2
       add V -> V (failed The process has no parallel multi-instance that runs at 7.)`,
      { sizes: { A: 3 } },
    ));

  test('is complete by what its iterations say, as a vote is', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#2 with A#2 enough -> V | gone A#0 A#1`,
      { sizes: { A: 3 } },
    ));

  test('is interrupted with all its iterations, and is itself nothing that is completed', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [userTask('A', { multiInstance: PARALLEL }), boundary('b', 'A', message('m1'))],
        paths: 'start > A > end; b > W > end',
      }),
      `start -> A#0, A#1
       complete A -> A#0, A#1 (failed The process has no token 3 that waits to be completed.)
       cancel A#0 -> A#0, A#1 (failed The process has no token 4 that is no iteration.)
       move A#0 W -> A#0, A#1 (failed Token 4 cannot go to W: it has to be a node or flow of the same scope.)
       message m1 -> W | gone A#0 A#1`,
    ));

  test('is interrupted with the scope around it, each iteration once', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part('Q', { others: [...ENDS, userTask('A', { multiInstance: PARALLEL })], paths: 'qs > A > qe' }),
          boundary('b', 'Q', message('m1')),
        ],
        paths: 'start > Q > end; b > W > end',
      }),
      `start -> A#0, A#1
       message m1 -> W | gone A#0 A#1`,
    ));

  test('of nobody is passed', () => playNet(xml, 'start -> V', { sizes: { A: 0 } }));
});

describe('a sequential multi-instance', () => {
  const xml = draw({
    tasks: 'V',
    others: [userTask('A', { multiInstance: SEQUENTIAL })],
    paths: 'start > A > V > end',
  });

  test('begins one iteration after the other', () =>
    playNet(
      xml,
      `start -> A#0
       complete A#0 -> A#1
       complete A#1 -> A#2
       complete A#2 -> V`,
      { sizes: { A: 3 } },
    ));

  test('begins no further one when it is enough', () =>
    playNet(
      xml,
      `start -> A#0
       complete A#0 -> A#1
       complete A#1 -> V`,
      { sizes: { A: 3 }, enough: { A: 2 } },
    ));
});

describe('a multi-instance sub-process', () => {
  test('has a scope for each iteration', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [part('Q', { tasks: 'A B', others: ENDS, paths: 'qs > A > B > qe' }, { multiInstance: PARALLEL })],
        paths: 'start > Q > V > end',
      }),
      `start -> Q0.A, Q1.A
       complete Q1.A -> Q0.A, Q1.B
       complete Q0.A -> Q0.B, Q1.B
       complete Q0.B -> Q1.B
       complete Q1.B -> V`,
    ));

  test('whose iterations do not wait is complete at once', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [part('Q', { others: [...ENDS, plainTask('p')], paths: 'qs > p > qe' }, { multiInstance: SEQUENTIAL })],
        paths: 'start > Q > V > end',
      }),
      'start -> V',
      { sizes: { Q: 500 }, maxMoves: 20 },
    ));

  test('ends only one iteration by a terminate, all of them if that says so, and all by an error', () => {
    const xml = (event: string) =>
      draw({
        tasks: 'V W',
        others: [
          part(
            'Q',
            {
              tasks: 'A B',
              parallel: 'f',
              others: [...ENDS, endWith('t', event)],
              paths: 'qs > f > A > t; f > B > qe',
            },
            { multiInstance: PARALLEL },
          ),
          boundary('b', 'Q', error('E1')),
        ],
        paths: 'start > Q > V > end; b > W > end',
      });
    const wide = '<terminateEventDefinition flowable:terminateMultiInstance="true"/>';
    return Promise.all([
      playNet(
        xml('<terminateEventDefinition/>'),
        `start -> Q0.A, Q0.B, Q1.A, Q1.B
         complete Q1.A -> Q0.A, Q0.B | gone Q1.B
         complete Q0.A -> V | gone Q0.B`,
      ),
      playNet(
        xml(wide),
        `start -> Q0.A, Q0.B, Q1.A, Q1.B
         complete Q1.A -> V | gone Q0.A Q0.B Q1.B`,
      ),
      playNet(
        xml(error('E1')),
        `start -> Q0.A, Q0.B, Q1.A, Q1.B
         complete Q1.A -> W | gone Q0.A Q0.B Q1.B`,
      ),
    ]);
  });

  test('in another one is ended alone by what ends the iterations around it', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [
          part(
            'Q',
            {
              tasks: 'Z',
              others: [
                ...ENDS,
                part(
                  'R',
                  {
                    tasks: 'A',
                    others: [
                      start('rs'),
                      endWith('t', '<terminateEventDefinition flowable:terminateMultiInstance="true"/>'),
                    ],
                    paths: 'rs > A > t',
                  },
                  { multiInstance: PARALLEL },
                ),
              ],
              paths: 'qs > R > Z > qe',
            },
            { multiInstance: PARALLEL },
          ),
        ],
        paths: 'start > Q > V > end',
      }),
      `start -> Q0.R0.A, Q0.R1.A, Q1.R0.A, Q1.R1.A
       complete Q1.R0.A -> Q0.R0.A, Q0.R1.A, Q1.Z | gone Q1.R1.A`,
    ));

  test('has boundary events once, for all iterations', () =>
    playNet(
      draw({
        tasks: 'V W',
        others: [
          part('Q', { tasks: 'A', others: ENDS, paths: 'qs > A > qe' }, { multiInstance: PARALLEL }),
          boundary('b', 'Q', message('m1'), { interrupting: false }),
        ],
        paths: 'start > Q > V > end; b > W > end',
      }),
      `start -> Q0.A, Q1.A
       message m1 -> Q0.A, Q1.A, W
       complete Q0.A -> Q1.A, W
       complete Q1.A -> V, W`,
    ));
});

test('each iteration of a receive task waits for a message of its own', () =>
  playNet(
    draw({
      tasks: 'V',
      others: [
        node('receiveTask', 'r', { attributes: { messageRef: 'message-m1' }, content: multiInstance(PARALLEL) }),
      ],
      paths: 'start > r > V > end',
    }),
    `start -> r#0, r#1
     message m1 -> r#1
     receive r -> V
     message m1 -> V (failed nobody waits)`,
  ));

test('all parallel iterations begin before one that ran through is counted', async () => {
  const stage = await createStage(
    draw({
      tasks: 'A V',
      others: [part('Q', { others: ENDS, paths: 'qs > qe' }, { multiInstance: PARALLEL })],
      paths: 'start > A > Q > V > end',
    }),
    { sizes: { Q: 3 }, enough: { Q: 1 } },
  );
  stage.do('start');
  stage.do('complete A');
  expect(stage.view).toBe('V');
  expect(stage.told.filter((change) => change.kind === 'entered' && change.at.token.of !== undefined)).toHaveLength(3);
});

test('an iteration that begins late stands in the order of its activity', () =>
  playNet(
    draw({
      parallel: 'f',
      others: [
        part(
          'Q',
          { others: [...ENDS, catchEvent('c', message('m1'))], paths: 'qs > c > qe' },
          { multiInstance: SEQUENTIAL },
        ),
      ],
      paths: 'start > f > Q > end; f > Q',
    }),
    `start -> Q0.c, Q0.c
     message m1 -> Q0.c, Q1.c
     message m1 -> Q0.c
     message m1 -> Q1.c
     message m1 -> END`,
    { sizes: { Q: 2 } },
  ));

test('an iteration of a receive task too', () =>
  playNet(
    draw({
      parallel: 'f',
      others: [
        node('receiveTask', 'r', { attributes: { messageRef: 'message-m1' }, content: multiInstance(SEQUENTIAL) }),
      ],
      paths: 'start > f > r > end; f > r',
    }),
    `start -> r#0, r#0
     message m1 -> r#0, r#1
     message m1 -> r#0
     message m1 -> r#1`,
  ));

test('a join in a sub-process counts the tokens of its own iteration', () =>
  playNet(
    draw({
      others: [
        part(
          'Q',
          { tasks: 'A B', parallel: 'f j', others: ENDS, paths: 'qs > f > A > j > qe; f > B > j' },
          { multiInstance: PARALLEL },
        ),
      ],
      paths: 'start > Q > end',
    }),
    `start -> Q0.A, Q0.B, Q1.A, Q1.B
     complete Q0.A -> Q0.>j, Q0.B, Q1.A, Q1.B
     complete Q1.B -> Q0.>j, Q0.B, Q1.>j, Q1.A
     complete Q0.B -> Q1.>j, Q1.A`,
  ));

test('a standard loop has rounds as long as it goes on, also none', () => {
  const loop = userTask('A', { content: standardLoop({ condition: '${again}' }) });
  const xml = draw({ tasks: 'V', others: [loop], paths: 'start > A > V > end' });
  return Promise.all([
    playNet(
      xml,
      `start -> A#0
       complete A#0 -> A#1
       complete A#1 -> V`,
    ),
    playNet(xml, 'start -> V', { rounds: { A: 0 } }),
  ]);
});

test('the tally stands in the state', async () => {
  const stage = await createStage(
    draw({ others: [userTask('A', { multiInstance: PARALLEL })], paths: 'start > A > end' }),
    { sizes: { A: 3 } },
  );
  stage.do('start');
  stage.do('complete A#0');
  expect(stage.state.tokens).toEqual({
    3: { scope: '1', node: 'A', tally: { instances: 3, begun: 3, completed: 1 } },
    5: { scope: '1', node: 'A', of: '3', iteration: 1 },
    6: { scope: '1', node: 'A', of: '3', iteration: 2 },
  });
});
