/** How tokens move through tasks and gateways (BPMN 2.0.2, 13.3.1, 13.4.1, 13.4.2, 13.5.6). */
import { describe, expect, test } from 'vitest';
import { plainTask, start } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { message, startOn } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

test('one task after the other', () =>
  playNet(
    draw({ tasks: 'A B', others: [plainTask('p')], paths: 'start > A > p > B > end' }),
    `start -> A
     complete A -> B
     complete A -> B (failed no token A)
     complete B -> END`,
  ));

test('the state is one that a person can read', async () => {
  const stage = await createStage(draw({ tasks: 'A B', parallel: 'f j', paths: 'start > f > A > j > end; f > B > j' }));
  stage.do('start');
  stage.do('complete A');
  expect(stage.state).toEqual({
    next: 7,
    scopes: { 1: { definition: 'main' } },
    tokens: { 5: { scope: '1', node: 'B' }, 6: { scope: '1', flow: 'A-j' } },
    listeners: {},
  });
});

test('every token without a way on ends for itself, also in a node that is no end event', () =>
  playNet(
    draw({ tasks: 'A B', parallel: 'f', paths: 'start > f > A > end; f > B' }),
    `start -> A, B
     complete A -> B
     complete B -> END`,
  ));

test('several flows out of a task are all taken; those with a condition, if it is true', () => {
  const xml = draw({ tasks: 'A B C', paths: 'start > A; A > B > end; A >[${x}] C > end' });
  return playNet(
    xml,
    `start -> A
     complete A with A-C -> B, C
     complete B -> C
     complete C -> END`,
  );
});

describe('an exclusive gateway', () => {
  const xml = draw({
    tasks: 'A B C D',
    exclusive: 'x',
    paths: 'start > A > x; x >[${b}] B > end; x >[${c}] C > end; x >* D > end',
  });

  test.each([
    ['takes the first flow whose condition is true', 'x-C, x-B', 'B'],
    ['takes the default flow if none is', '', 'D'],
    ['takes the flow that was chosen', '!x-C', 'C'],
  ])('%s', (_what, truths, next) =>
    playNet(
      xml,
      `start -> A
       complete A with ${truths} -> ${next}`,
    ),
  );

  test('without a flow that can be taken fails, and nothing has changed', () =>
    playNet(
      draw({ tasks: 'A B', exclusive: 'x', paths: 'start > A > x; x >[${b}] B > end' }),
      `start -> A
       complete A -> A (failed no flow out of x)
       complete A with x-B -> B`,
    ));
});

describe('a parallel join', () => {
  test('waits for a token of each flow, and keeps the second one of a flow', () =>
    playNet(
      draw({
        tasks: 'A B Y C V',
        parallel: 'f j',
        exclusive: 'm',
        paths: 'start > f > m > A > j > V > end; f > Y > m; f > C > j',
      }),
      `start -> A, C, Y
       complete A -> >j, C, Y
       complete Y -> >j, A, C
       complete A -> >j, >j, C
       complete C -> >j, V
       complete V -> >j`,
    ));

  test('waits for all of its flows, and takes the token that has waited longest on each', async () => {
    const stage = await createStage(
      draw({
        tasks: 'A B C V',
        parallel: 'f j',
        exclusive: 'm',
        paths: 'start > f > m > A > j > V > end; f > m; f > B > j; f > C > j',
      }),
    );
    for (const step of ['start', 'complete A', 'complete A', 'complete B']) stage.do(step);
    expect(stage.view).toBe('>j, >j, >j, C');
    const [third] = Object.keys(stage.state.tokens).filter((id) => stage.state.tokens[id]?.flow === 'B-j');
    const [first, second] = Object.keys(stage.state.tokens).filter((id) => stage.state.tokens[id]?.flow === 'A-j');
    stage.do('complete C');
    expect(stage.view).toBe('>j, V');
    expect(stage.state.tokens).not.toHaveProperty(first ?? '');
    expect(stage.state.tokens).toHaveProperty(second ?? '');
    const [arrival, joined] = stage.told.flatMap((each) =>
      each.kind === 'entered' && each.at.node.id === 'j' ? each : [],
    );
    expect(joined?.from).toEqual([first, third, arrival?.at.id]);
  });

  test('counts two flows from one node as two', () =>
    playNet(
      draw({ tasks: 'A', parallel: 'f j', paths: 'start > f; f > j; f > j > A > end' }),
      `start -> A
       complete A -> END`,
    ));
});

test('a parallel gateway takes all its flows, whatever their conditions are', () =>
  playNet(draw({ tasks: 'A B', parallel: 'f', paths: 'start > f >[${no}] A > end; f > B > end' }), 'start -> A, B'));

test('what a token leads to comes before its siblings', async () => {
  const stage = await createStage(
    draw({ tasks: 'A B', parallel: 'f', exclusive: 'x', paths: 'start > f > x > A > end; f > B > end' }),
  );
  stage.do('start');
  const entered = stage.told.flatMap((change) => (change.kind === 'entered' ? change.at.node.id : []));
  expect(entered).toEqual(['start', 'f', 'x', 'A', 'B']);
});

test('a process begins at its plain start event, else at its first one, else at the one that is chosen', async () => {
  const starts = [start('s1'), startOn('s2', message('m1')), startOn('s3', message('m2'))];
  const paths = 's1 > A > end; s2 > B > end; s3 > C > end';
  const both = draw({ tasks: 'A B C', others: starts, paths });
  await playNet(both, 'start -> A');
  await playNet(both, 'start -> C', { start: 's3' });
  await playNet(draw({ tasks: 'A B', others: [start('s1'), start('s2')], paths: paths.slice(0, 27) }), 'start -> A, B');
  await playNet(draw({ tasks: 'B C', others: starts.slice(1), paths: paths.slice(14) }), 'start -> B');
});
