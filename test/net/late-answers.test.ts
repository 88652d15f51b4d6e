/** A port may answer later; until then, what asked waits in the state. */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  callActivity,
  catchEvent,
  conditional,
  end,
  standardLoop,
  start,
  throwEvent,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../support/draw.ts';
import { endWith, error, message, signal } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

test('a gateway keeps its token', () =>
  playNet(
    draw({ tasks: 'A B C', exclusive: 'x', paths: 'start > A > x; x >[${b}] B > end; x >* C > end' }),
    `start -> A
     complete A -> x?
     answer x with answered, x-B -> B
     answer x -> B (failed no token x?)`,
    { later: ['x'] },
  ));

test('an activity that is complete keeps its token for the answer, and is not given up', () =>
  playNet(
    draw({
      tasks: 'A B C',
      others: [onEvent('E', message('m1'), { tasks: 'U', paths: 'E-start > U > Ee' })],
      paths: 'start > A; A >[${b}] B > end; A >* C > end',
    }),
    `start -> A
     complete A -> A?
     complete A? -> A? (failed The process has no token 3 that waits to be completed.)
     message m1 -> U | gone`,
    { later: ['A'] },
  ));

test('a sub-process that is complete can still be cancelled with the scope around it', () =>
  playNet(
    draw({
      tasks: 'A B',
      parallel: 'f',
      others: [
        part('Q', { others: [start('qs'), end('qe')], paths: 'qs > qe' }),
        throwEvent('t', signal('g1')),
        onEvent('E', signal('g1'), { tasks: 'U', paths: 'E-start > U > Ee' }),
      ],
      paths: 'start > f > Q; Q >[${a}] A > end; Q >* B > end; f > t > end2',
    }),
    'start -> U',
    { later: ['Q'] },
  ));

test('a call waits for its process', () =>
  playNet(
    draw({
      tasks: 'W',
      others: [callActivity('c', 'p'), boundary('b', 'c', message('m1'))],
      paths: 'start > c > end; b > W > end',
    }),
    `start -> c?
     answer c with answered -> B
     message m1 -> W | gone B`,
    { later: ['c'], called: { c: draw({ tasks: 'B', paths: 'start > B > end' }) } },
  ));

test('an answer that fails goes the way of an error', () =>
  playNet(
    draw({
      tasks: 'W',
      others: [callActivity('c', 'p'), boundary('b', 'c', error('E1'))],
      paths: 'start > c > end; b > W > end',
    }),
    `start -> c?
     fail c? E1 -> W`,
    { later: ['c'], called: { c: draw({ tasks: 'B', paths: 'start > B > end' }) } },
  ));

test('a change before the answer to a condition is no other one after it', () =>
  playNet(
    draw({
      tasks: 'A W',
      others: [boundary('b', 'A', conditional('${b}'), { interrupting: false })],
      paths: 'start > A > end; b > W > end',
    }),
    `start -> A
     answer b with answered, b -> A, W`,
    { later: ['b'] },
  ));

test('what a terminate end has ended begins no further iteration while its node waits for an answer', () =>
  playNet(
    draw({
      tasks: 'V W',
      others: [
        part(
          'Q',
          {
            tasks: 'A',
            parallel: 'f',
            others: [
              start('qs'),
              end('qe'),
              endWith('t', '<terminateEventDefinition flowable:terminateMultiInstance="true"/>'),
            ],
            paths: 'qs > f > A > qe; f > t',
          },
          { multiInstance: { cardinality: 3 } },
        ),
      ],
      paths: 'start > Q; Q >[${v}] V > end; Q >* W > end2',
    }),
    `start -> Q? | gone Q0.A
     answer Q with answered, Q-V -> V`,
    { sizes: { Q: 3 }, later: ['Q'] },
  ));

test('an activity waits for how often it runs', () =>
  playNet(
    draw({
      tasks: 'V',
      others: [userTask('A', { multiInstance: { cardinality: 2 } })],
      paths: 'start > A > V > end',
    }),
    `start -> A?
     answer A with answered -> A#0, A#1
     complete A#0 -> A#1
     complete A#1 -> V`,
    { later: ['size of A'] },
  ));

test('a loop waits for whether it goes on', () =>
  playNet(
    draw({
      tasks: 'V',
      others: [userTask('A', { content: standardLoop({ condition: '${again}' }) })],
      paths: 'start > A > V > end',
    }),
    `start -> A?
     answer A with answered -> A#0
     complete A#0 -> A?
     answer A with answered -> A#1
     complete A#1 with answered -> V`,
    { later: ['round of A'] },
  ));

describe('a multi-instance', () => {
  const xml = draw({
    tasks: 'V',
    others: [userTask('A', { multiInstance: { cardinality: 3 } }), boundary('b', 'A', message('m1'))],
    paths: 'start > A > V > end; b > W > end',
    people: { W: 'w' },
  });
  const options = { later: ['A'], sizes: { A: 3 } };

  test('is asked after each iteration; those that complete meanwhile wait for their turn', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#1 -> A#0, A#1, A#2, A?
       complete A#1 -> A#0, A#1, A#2, A? (failed The process has no token 5 that waits to be completed.)
       complete A#0 -> A#0, A#1, A#2, A?
       answer A with answered -> A#2`,
      options,
    ));

  test('counts what has waited in the order in which it completed, also if the answer comes later once more', async () => {
    const stage = await createStage(xml, { ...options, sizes: { A: 4 } });
    for (const step of ['start', 'complete A#2', 'complete A#0', 'complete A#1', 'answer A']) stage.do(step);
    expect(stage.view).toBe('A#0, A#1, A#2, A#3, A?');
    expect(stage.state.tokens[3]?.tally?.held).toEqual(['6', '4', '5']);
    stage.do('answer A with answered');
    expect(stage.view).toBe('A#3');
    const left = stage.told.flatMap((each) => (each.kind === 'left' ? each.at.token.iteration : []));
    expect(left).toEqual([2, 0, 1]);
  });

  test('gives up only what still runs', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#1 -> A#0, A#1, A#2, A?
       complete A#0 -> A#0, A#1, A#2, A?
       answer A with answered, A#1 enough -> V | gone A#2`,
      options,
    ));

  test('is ended by an event while it waits', () =>
    playNet(
      xml,
      `start -> A#0, A#1, A#2
       complete A#1 -> A#0, A#1, A#2, A?
       message m1 -> W | gone A#0 A#2`,
      options,
    ));

  test('of sub-processes is ended by an event while one of them is held', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part(
            'Q',
            { tasks: 'A', others: [start('qs'), end('qe')], paths: 'qs > A > qe' },
            { multiInstance: { cardinality: 2 } },
          ),
          boundary('b', 'Q', message('m1')),
        ],
        paths: 'start > Q > end; b > W > end',
      }),
      `start -> Q0.A, Q1.A
       complete Q0.A -> Q#0, Q1.A, Q?
       message m1 -> W | gone Q1.A`,
      { later: ['Q'] },
    ));

  test('of sub-processes, one after the other, begins the next one after the answer', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [
          part(
            'Q',
            { tasks: 'A', others: [start('qs'), end('qe')], paths: 'qs > A > qe' },
            { multiInstance: { cardinality: 2, sequential: true } },
          ),
        ],
        paths: 'start > Q > V > end',
      }),
      `start -> Q0.A
       complete Q0.A -> Q#0, Q?
       answer Q with answered -> Q1.A
       complete Q1.A -> Q#1, Q?
       answer Q with answered -> Q2.A
       complete Q2.A with answered -> V`,
      { later: ['Q'], sizes: { Q: 3 } },
    ));
});

test('a condition fires when its answer has come, if it still waits', () =>
  playNet(
    draw({ tasks: 'A', others: [catchEvent('c', conditional('${true}'))], paths: 'start > c > A > end' }),
    `start -> c
     answer c with answered -> c
     answer c with answered, c -> c (failed Nothing in the process waits for an answer at 3/c.)
     change with nothing -> c
     answer c with answered, c -> A`,
    { later: ['c'] },
  ));
