/** What waits for an event, and what reaches it (BPMN 2.0.2, 10.5.6, 13.4.3, 13.5.1 to 13.5.4). */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  conditional,
  end,
  eventGateway,
  link,
  parallel,
  start,
  throwEvent,
  timer,
} from '../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../support/draw.ts';
import { message, receiveTask, sendTask, signal } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const ENDS = [start('qs'), end('qe')];
const when = conditional('${true}');

describe('a message', () => {
  test('reaches the first that waits for it, by the order in the diagram', () =>
    playNet(
      draw({
        tasks: 'A B',
        parallel: 'f',
        others: [receiveTask('r', 'm1'), catchEvent('c', message('m1'))],
        paths: 'start > f; f > c > B > end; f > r > A > end',
      }),
      `start -> c, r
       message m1 -> A, c
       message m1 -> A, B
       message m1 -> A, B (failed nobody waits)`,
    ));

  test('reaches the sub-process that is drawn first, whichever began first', () => {
    const waiting = (id: string) =>
      part(id, {
        tasks: `${id}A`,
        others: [start(`${id}s`), end(`${id}e`), catchEvent(`${id}c`, message('m1'))],
        paths: `${id}s > ${id}c > ${id}A > ${id}e`,
      });
    return playNet(
      draw({ parallel: 'f', others: [waiting('R'), waiting('Q')], paths: 'start > f; f > Q > end; f > R > end' }),
      `start -> Qc, Rc
       message m1 -> Qc, RA`,
    );
  });

  test('reaches who waits for its key, or for any', () =>
    playNet(
      draw({
        tasks: 'A B',
        parallel: 'f',
        others: [catchEvent('c', message('m1')), catchEvent('d', message('m1'))],
        paths: 'start > f; f > c > A > end; f > d > B > end',
      }),
      `start -> c, d
       message m1 k2 -> B, c
       message m1 k2 -> B, c (failed nobody waits)
       message m1 k1 -> A, B`,
      { keys: { c: 'k1' } },
    ));

  test('thrown inside is delivered at rest, to one; its thrower goes on after it', async () => {
    const stage = await createStage(
      draw({
        tasks: 'A B Z',
        parallel: 'f',
        others: [catchEvent('c', message('m1')), catchEvent('d', message('m1')), sendTask('t', 'm1')],
        paths: 'start > f; f > c > A > end; f > d > B > end; f > Z > t > end2',
      }),
    );
    stage.do('start');
    stage.do('complete Z');
    expect(stage.view).toBe('A, d');
    const thrown = stage.told.flatMap((each) => (each.kind === 'thrown' ? { name: each.name, by: each.caughtBy } : []));
    expect(thrown).toEqual([{ name: { name: 'message-m1' }, by: 1 }]);
  });

  test('is not kept for who begins to wait later, also in the same step', () =>
    playNet(
      draw({
        tasks: 'A',
        others: [throwEvent('t', message('m1')), catchEvent('c', message('m1'))],
        paths: 'start > A > t > c > end',
      }),
      `start -> A
       complete A -> c
       message m1 -> END`,
    ));
});

describe('a signal', () => {
  test('reaches all that wait for it, outer scopes first, event sub-processes last', async () => {
    const stage = await createStage(
      draw({
        tasks: 'V A B',
        parallel: 'f',
        others: [
          part('Q', { tasks: 'X', others: [...ENDS, catchEvent('q', signal('g1'))], paths: 'qs > q > X > qe' }),
          catchEvent('c', signal('g1')),
          boundary('b', 'V', signal('g1')),
          onEvent('E', signal('g1'), { tasks: 'U', paths: 'E-start > U > Ee' }, { beside: true }),
        ],
        paths: 'start > f > Q > end; f > c > A > end; f > V > end; b > B > end',
      }),
    );
    stage.do('start');
    stage.do('signal g1');
    expect(stage.view).toBe('A, B, U, X');
    expect(stage.told.flatMap((each) => (each.kind === 'fired' ? each.at.node.id : []))).toEqual([
      'c',
      'b',
      'q',
      'E-start',
    ]);
  });

  test('does not reach what an earlier receiver has ended', () =>
    playNet(
      draw({
        tasks: 'V W',
        others: [boundary('b', 'V', signal('g1')), boundary('c', 'V', signal('g1'))],
        paths: 'start > V > end; b > W > end; c > W',
      }),
      `start -> V
       signal g1 -> W | gone V`,
    ));

  test('passes one of two catch events in a row', () =>
    playNet(
      draw({
        tasks: 'Z V',
        parallel: 'f',
        others: [catchEvent('c', signal('g1')), catchEvent('d', signal('g1')), throwEvent('t', signal('g1'))],
        paths: 'start > f > c > d > V > end; f > Z > t > end2',
      }),
      `start -> Z, c
       complete Z -> d
       signal g1 -> V`,
    ));
});

describe('a receive task', () => {
  const xml = draw({
    tasks: 'A B',
    parallel: 'f',
    others: [receiveTask('r', 'm1'), receiveTask('s'), catchEvent('c', message('m1'))],
    paths: 'start > f > r > A > end; f > s > B > end; f > c > end',
  });

  test('is completed by its message, or by its id', () =>
    playNet(
      xml,
      `start -> c, r, s
       receive s -> B, c, r
       receive s -> B, c, r (failed nobody waits)
       receive r -> A, B, c
       message m1 -> A, B`,
    ));

  test('alone is completed by its id', () =>
    playNet(
      xml,
      `start -> c, r, s
       receive c -> c, r, s (failed nobody waits)`,
    ));
});

describe('an event-based gateway', () => {
  const xml = draw({
    tasks: 'T M R',
    exclusive: 'x',
    others: [eventGateway('g'), catchEvent('ct', timer('PT1H')), catchEvent('cm', message('m1')), receiveTask('r')],
    paths: 'start > x > g; g > ct > T > x; g > cm > M > end; g > r > R > end',
  });

  test('goes on with the first of its events, and waits anew when it is reached again', () =>
    playNet(
      xml,
      `start -> g, timer ct
       timer ct -> T
       message m1 -> T (failed nobody waits)
       complete T -> g, timer ct
       message m1 -> M`,
    ));

  test('also with a receive task behind it', () =>
    playNet(
      xml,
      `start -> g, timer ct
       receive r -> R`,
    ));

  test('holds up a join as a task does', () =>
    playNet(
      draw({
        tasks: 'B V',
        parallel: 'f',
        inclusive: 'j',
        exclusive: 'x',
        others: [eventGateway('g'), catchEvent('ct', timer('PT1H')), catchEvent('cm', message('m1'))],
        paths: 'start > f > B > j > V > end; f > g; g > ct > x; g > cm > x > j',
      }),
      `start -> B, g, timer ct
       complete B -> >j, g, timer ct
       timer ct -> V`,
    ));
});

describe('a timer', () => {
  test('that does not interrupt fires once, a cycle until its host ends', () =>
    playNet(
      draw({
        tasks: 'A W',
        others: [
          boundary('b', 'A', timer('PT1H'), { interrupting: false }),
          boundary('r', 'A', timer('R/PT1H'), { interrupting: false }),
        ],
        paths: 'start > A > end; b > W > end2; r > end2',
      }),
      `start -> A, timer b, timer r
       timer b -> A, W, timer r
       timer r -> A, W, timer r
       timer b -> A, W, timer r (failed The process has no listener b.)
       complete A -> W`,
    ));

  test('does so at an event sub-process too', () =>
    playNet(
      draw({
        tasks: 'A',
        others: [
          onEvent('E', timer('PT1H'), { tasks: 'U', paths: 'E-start > U > Ee' }, { beside: true }),
          onEvent('F', timer('R/PT1H'), { tasks: 'X', paths: 'F-start > X > Fe' }, { beside: true }),
        ],
        paths: 'start > A > end',
      }),
      `start -> A, timer E-start, timer F-start
       timer E-start -> A, U, timer F-start
       timer F-start -> A, U, X, timer F-start`,
    ));

  test('keeps its time between steps', async () => {
    const stage = await createStage(
      draw({
        tasks: 'A',
        others: [boundary('r', 'A', timer('R/PT1H'), { interrupting: false })],
        paths: 'start > A > end; r > end2',
      }),
    );
    stage.do('start');
    stage.do('timer r');
    expect(stage.state.listeners).toEqual({ '3/r': { kind: 'timer', dueAt: 20 } });
  });

  test('of one of several definitions leaves the others as they are', () =>
    playNet(
      draw({
        tasks: 'A',
        others: [boundary('b', 'A', timer('PT1H') + message('m1'), { interrupting: false })],
        paths: 'start > A > end; b > W > end2',
        people: { W: 'w' },
      }),
      `start -> A, timer b
       timer b -> A, W
       message m1 -> A, W, W
       complete A -> W, W`,
    ));
});

describe('a condition', () => {
  test('is asked when its wait begins, and after a change', () =>
    playNet(
      draw({
        tasks: 'A W',
        others: [boundary('b', 'A', when, { interrupting: false })],
        paths: 'start > A > end; b > W > end2',
      }),
      `start -> A
       change with b -> A, W
       change -> A, W
       change with b -> A, W, W
       complete A with b -> W, W`,
    ));

  test('is not asked again after a change of something else', () =>
    playNet(
      draw({
        tasks: 'A W',
        others: [boundary('b', 'A', when, { interrupting: false })],
        paths: 'start > A > end; b > W > end2',
      }),
      `start -> A
       change with b, b as before -> A
       change with b -> A, W`,
    ));

  test('that wants a change is told whether its wait has just begun', () =>
    playNet(
      draw({ tasks: 'A V', others: [catchEvent('c', when)], paths: 'start > A > c > V > end' }),
      `start -> A
       complete A with c -> c
       change -> c
       change with c -> V`,
      { onlyChanges: ['c'] },
    ));

  test('is said to be made true by the token that began to wait, else by the one that moved last', async () => {
    const stage = await createStage(
      draw({
        tasks: 'A B Z V',
        parallel: 'f',
        others: [catchEvent('c', when), catchEvent('d', when)],
        paths: 'start > f; f > c > end; f > Z > B > end; f > A > d > end; A > V > end',
      }),
    );
    const causes = (step: string) => {
      stage.do(step);
      return stage.told.flatMap((each) => (each.kind === 'fired' ? [each.by.map(nameOfToken)] : []));
    };
    const nameOfToken = (id: string) =>
      stage.told.flatMap((each) => (each.kind === 'entered' && each.at.id === id ? each.at.node.id : [])).join();
    stage.do('start');
    expect(causes('complete A with d')).toEqual([['d']]);
    expect(causes('complete Z with c')).toEqual([['B']]);
  });

  test('of a catch event that is true already lets the token pass', () =>
    playNet(
      draw({ tasks: 'A V', others: [catchEvent('c', when)], paths: 'start > A > c > V > end' }),
      `start -> A
       complete A with c -> V`,
    ));

  test('fires before another one of its scope that is drawn behind it, whichever began to wait first', async () => {
    const stage = await createStage(
      draw({
        tasks: 'A',
        parallel: 'f',
        others: [catchEvent('c', when), catchEvent('d', when)],
        paths: 'start > f; f > d > end; f > A > c > end',
      }),
    );
    for (const step of ['start', 'complete A', 'change with c, d']) stage.do(step);
    expect(stage.told.flatMap((each) => (each.kind === 'fired' ? each.at.node.id : []))).toEqual(['c', 'd']);
  });

  test('of an outer scope comes first, and ends what is in it', () => {
    const xml = draw({
      tasks: 'W',
      others: [
        part('Q', {
          tasks: 'A',
          others: [...ENDS, onEvent('E', when, { tasks: 'U', paths: 'E-start > U > Ee' })],
          paths: 'qs > A > qe',
        }),
        boundary('b', 'Q', when),
      ],
      paths: 'start > Q > end; b > W > end2',
    });
    return Promise.all([
      playNet(
        xml,
        `start -> A
         change with b, E-start -> W | gone A`,
      ),
      playNet(
        xml,
        `start -> A
         change with E-start -> U | gone A
         change with b, E-start -> W | gone U`,
      ),
    ]);
  });
});

test('a condition of an event sub-process comes before those of the activities beside it', () =>
  playNet(
    draw({
      tasks: 'A W',
      others: [boundary('b', 'A', when), onEvent('E', when, { tasks: 'U', paths: 'E-start > U > Ee' })],
      paths: 'start > A > end; b > W > end2',
    }),
    `start -> A
     change with b, E-start -> U | gone A`,
  ));

test('a catch event of a link is no start of its sub-process', () =>
  playNet(
    draw({
      others: [
        part('Q', {
          tasks: 'A B',
          others: [...ENDS, throwEvent('t', link('on')), catchEvent('c', link('on'))],
          paths: 'qs > A > t; c > B > qe',
        }),
      ],
      paths: 'start > Q > end',
    }),
    `start -> A
     complete A -> B`,
  ));

test('a link leads on to the catch event of its name', () =>
  playNet(
    draw({
      tasks: 'A B',
      others: [throwEvent('t', link('on')), catchEvent('d', link('off')), catchEvent('c', link('on'))],
      paths: 'start > A > t; c > B > end; d > end',
    }),
    `start -> A
     complete A -> B
     complete B -> END`,
  ));

test('a catch event without an event lets the token pass', () =>
  playNet(draw({ tasks: 'A', others: [catchEvent('c', '')], paths: 'start > c > A > end' }), 'start -> A'));

test('what is thrown first is delivered first', async () => {
  const stage = await createStage(
    draw({
      parallel: 'f',
      others: [throwEvent('t', message('m1')), throwEvent('u', message('m2'))],
      paths: 'start > f > t > end; f > u > end',
    }),
  );
  stage.do('start');
  expect(stage.told.flatMap((each) => (each.kind === 'thrown' ? each.at.node.id : []))).toEqual(['t', 'u']);
});

test('what an event leads to comes from the token that waited and from the one that threw it', async () => {
  const stage = await createStage(
    draw({
      tasks: 'A Z',
      parallel: 'f',
      others: [
        ...[eventGateway('g'), catchEvent('c', signal('g1')), catchEvent('ct', timer('PT1H'))],
        ...[boundary('b', 'A', signal('g1')), throwEvent('t', signal('g1'))],
        onEvent('E', signal('g1'), { tasks: 'U', paths: 'E-start > U > Ee' }, { beside: true }),
      ],
      paths: 'start > f; f > A > end; b > end; f > g; g > c > end; g > ct > end; f > Z > t > end',
    }),
  );
  const names = new Map<string, string>();
  const entered: Record<string, string> = {};
  for (const step of ['start', 'complete Z']) {
    stage.do(step);
    for (const change of stage.told) {
      if (change.kind !== 'entered') continue;
      names.set(change.at.id, change.at.node.id);
      entered[change.at.node.id] = change.from.map((id) => names.get(id)).join(' ');
    }
  }
  expect(entered).toMatchObject({ b: 'A t', c: 'g t', E: 't' });
  expect(
    stage.told.flatMap((each) => (each.kind === 'taken' && each.flow.source.id === 'g' ? each.flow.id : [])),
  ).toEqual(['g-c']);
});

test('only what runs can fail', () =>
  playNet(
    draw({ tasks: 'A', others: [catchEvent('c', message('m1'))], paths: 'start > c > A > end' }),
    `start -> c
     fail c E1 -> c (failed The process has no token 3 that can fail.)`,
  ));

test('a throw of several events goes on with each when nothing moves after the one before', () =>
  playNet(
    draw({
      tasks: 'A V',
      parallel: 'f',
      others: [
        ...[throwEvent('t', message('m1') + message('m2')), catchEvent('c', message('m1'))],
        catchEvent('d', message('m2')),
      ],
      paths: 'start > f > c > d > V > end; f > A > t > end',
    }),
    `start -> A, c
     complete A -> V`,
  ));

test('a throw of several events delivers them in order, the error last', () =>
  playNet(
    draw({
      tasks: 'V W',
      others: [
        part('Q', {
          tasks: 'A',
          others: [
            start('qs'),
            parallel('f'),
            catchEvent('c', signal('g1')),
            end('qe', { content: `<errorEventDefinition/>${signal('g1')}` }),
          ],
          paths: 'qs > f > A > qe; f > c > A2 > qe2',
          people: { A2: 'a' },
        }),
        boundary('b', 'Q', '<errorEventDefinition/>'),
      ],
      paths: 'start > Q > V > end; b > W > end',
    }),
    `start -> A, c
     complete A -> W | gone A2`,
  ));
