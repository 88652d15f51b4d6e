/** Sub-processes, what ends them, and what catches errors and escalations (BPMN 2.0.2, 10.5.6, 10.5.7, 13.3.4, 13.5.3 to 13.5.6). */
import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  parallel,
  start,
  subProcess,
  throwEvent,
  timer,
} from '../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../support/draw.ts';
import { endWith, error, escalation, message, signal, startOn } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const TERMINATE = '<terminateEventDefinition/>';
const side = (id: string, host: string, event: string): BpmnNode => boundary(id, host, event, { interrupting: false });

describe('a sub-process', () => {
  test('is complete when none of its tokens is left', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [part('Q', { tasks: 'A B', parallel: 'f', paths: 'qs > f > A > qe; f > B > qe2', others: ends('q') })],
        paths: 'start > Q > V > end',
      }),
      `start -> A, B
       complete B -> A
       complete A -> V
       complete V -> END`,
    ));

  test('without any node is complete at once', () =>
    playNet(draw({ tasks: 'V', others: [subProcess('Q', [], '')], paths: 'start > Q > V > end' }), 'start -> V'));

  test('without a start event begins at each node to which nothing leads', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [
          part('Q', {
            tasks: 'A B W',
            others: [
              ...[catchEvent('c', message('m1')), boundary('b', 'A', message('m2')), end('qe')],
              onEvent('E', message('m3'), { tasks: 'U', paths: 'E-start > U > Ee' }),
            ],
            paths: 'A > B > qe; c > qe; b > W > qe',
          }),
        ],
        paths: 'start > Q > V > end',
      }),
      `start -> A, c
       message m1 -> A
       message m2 -> W | gone A
       complete W -> V`,
    ));

  test('has one scope for each token that reaches it', () =>
    playNet(
      draw({
        tasks: 'V',
        parallel: 'f',
        exclusive: 'm',
        others: [part('Q', { tasks: 'A B', paths: 'qs > A > B > qe', others: ends('q') })],
        paths: 'start > f > m > Q > V > end; f > m',
      }),
      `start -> A, A
       complete A -> A, B
       complete B -> A, V`,
    ));
});

describe('a terminate end event', () => {
  test('has left by itself; the others are cancelled', async () => {
    const stage = await createStage(
      draw({ tasks: 'A B', parallel: 'f', others: [endWith('t', TERMINATE)], paths: 'start > f > A > t; f > B > end' }),
    );
    for (const step of ['start', 'complete A']) stage.do(step);
    expect(
      stage.told.flatMap((each) =>
        each.kind === 'left' || each.kind === 'cancelled' ? `${each.kind} ${each.at.node.id}` : [],
      ),
    ).toEqual(['left A', 'left t', 'cancelled B']);
  });

  test('ends its own scope only', () =>
    playNet(
      draw({
        tasks: 'V Z',
        parallel: 'f',
        others: [
          part('Q', {
            tasks: 'A B',
            parallel: 'g',
            paths: 'qs > g > A > t; g > B > qe',
            others: [...ends('q'), endWith('t', TERMINATE)],
          }),
        ],
        paths: 'start > f > Q > V > end; f > Z > end',
      }),
      `start -> A, B, Z
       complete A -> V, Z | gone B`,
    ));

  test('in a sub-process ends all, if it says so', () =>
    playNet(
      draw({
        tasks: 'Z',
        parallel: 'f',
        others: [
          part('Q', {
            tasks: 'A',
            others: [start('qs'), endWith('t', '<terminateEventDefinition flowable:terminateAll="true"/>')],
            paths: 'qs > A > t',
          }),
        ],
        paths: 'start > f > Q > end; f > Z > end',
      }),
      `start -> A, Z
       complete A -> END | gone Z`,
    ));

  test('in the process ends all, also a half filled join and what the same step has begun', () =>
    playNet(
      draw({
        tasks: 'A B C',
        parallel: 'f j g',
        others: [endWith('t', TERMINATE)],
        paths: 'start > f > A > j > end; f > B > j; f > C > g > B2 > end; g > t; g > B3 > end',
        people: { B2: 'b', B3: 'b' },
      }),
      `start -> A, B, C
       complete A -> >j, B, C
       complete C -> END | gone B B2`,
    ));
});

describe('a boundary event', () => {
  const xml = draw({
    tasks: 'A W Z V',
    others: [boundary('b', 'A', message('m1')), side('s', 'A', signal('g1'))],
    paths: 'start > A > V > end; b > W > end; s > Z > end',
  });

  test('interrupts its activity', () =>
    playNet(
      xml,
      `start -> A
       message m1 -> W | gone A
       message m1 -> W (failed nobody waits)
       signal g1 -> W (failed nobody waits)
       complete W -> END`,
    ));

  test('that does not interrupt fires as often as its event happens, until the activity ends', () =>
    playNet(
      xml,
      `start -> A
       signal g1 -> A, Z
       signal g1 -> A, Z, Z
       complete A -> V, Z, Z
       signal g1 -> V, Z, Z (failed nobody waits)`,
    ));

  test('of a sub-process ends all that is in it', () =>
    playNet(
      draw({
        tasks: 'V W',
        others: [
          part('Q', {
            tasks: 'A B',
            parallel: 'f j',
            others: [...ends('q'), part('R', { tasks: 'C', paths: 'rs > C > re', others: ends('r') })],
            paths: 'qs > f > A > j > qe; f > B > j; f > R > qe2',
          }),
          boundary('b', 'Q', message('m1')),
        ],
        paths: 'start > Q > V > end; b > W > end',
      }),
      `start -> A, B, C
       complete A -> >j, B, C
       message m1 -> W | gone B C`,
    ));

  test('leads back to its own activity, which begins anew', () =>
    playNet(
      draw({
        tasks: 'A W',
        exclusive: 'x',
        others: [boundary('b', 'A', message('m1'))],
        paths: 'start > x > A > end; b > W > x',
      }),
      `start -> A
       message m1 -> W
       complete W -> A
       message m1 -> W
       complete W -> A
       complete A -> END`,
    ));
});

describe('an event sub-process', () => {
  const inside = (beside: boolean) =>
    draw({
      tasks: 'A B',
      parallel: 'f j',
      others: [
        onEvent('E', message('m1'), { tasks: 'U', paths: 'E-start > U > Ee' }, { beside }),
        onEvent('F', message('m2'), { tasks: 'X', paths: 'F-start > X > Fe' }),
      ],
      paths: 'start > f > A > j > end; f > B > j',
    });

  test('that interrupts ends what runs in its scope, and no other one can start', () =>
    playNet(
      inside(false),
      `start -> A, B
       complete A -> >j, B
       message m1 -> U | gone B
       message m2 -> U (failed nobody waits)
       complete U -> END`,
    ));

  test('that does not interrupt is started by every event, and the scope waits for all of them', () =>
    playNet(
      inside(true),
      `start -> A, B
       message m1 -> A, B, U
       message m1 -> A, B, U, U
       complete A -> >j, B, U, U
       complete B -> U, U
       complete U -> U
       message m1 -> U, U
       message m2 -> X | gone U U
       complete X -> END`,
    ));

  test('with several start events begins at the one that has fired', () =>
    playNet(
      draw({
        tasks: 'A',
        others: [
          onEvent('E', message('m1'), {
            tasks: 'U X',
            others: [startOn('E2', message('m2'))],
            paths: 'E-start > U > Ee; E2 > X > Ee',
          }),
        ],
        paths: 'start > A > end',
      }),
      `start -> A
       message m2 -> X | gone A`,
    ));

  test('in a sub-process lets the sub-process go on when it has ended', () =>
    playNet(
      draw({
        tasks: 'V',
        others: [
          part('Q', {
            tasks: 'A',
            others: [...ends('q'), onEvent('E', message('m1'), { tasks: 'U', paths: 'E-start > U > Ee' })],
            paths: 'qs > A > qe',
          }),
        ],
        paths: 'start > Q > V > end',
      }),
      `start -> A
       message m1 -> U | gone A
       complete U -> V`,
    ));
});

test('an event sub-process waits no longer than its scope, which completes or is interrupted', () => {
  const xml = draw({
    tasks: 'V W',
    others: [
      part('Q', {
        tasks: 'A',
        others: [...ends('q'), onEvent('E', message('m1'), { tasks: 'U', paths: 'E-start > U > Ee' })],
        paths: 'qs > A > qe',
      }),
      boundary('b', 'Q', message('m2')),
    ],
    paths: 'start > Q > V > end; b > W > end',
  });
  return Promise.all([
    playNet(
      xml,
      `start -> A
       complete A -> V
       message m1 -> V (failed nobody waits)`,
    ),
    playNet(
      xml,
      `start -> A
       message m2 -> W | gone A
       message m1 -> W (failed nobody waits)`,
    ),
  ]);
});

describe('an error', () => {
  const nested = (...catchers: readonly BpmnNode[]) =>
    draw({
      tasks: 'V W Z C',
      parallel: 'f',
      others: [
        part('Q', {
          tasks: 'A',
          others: [
            ...ends('q'),
            part('R', { tasks: 'B', paths: 'rs > B > re', others: [start('rs'), endWith('re', error('E1'))] }),
          ],
          paths: 'qs > A > R > qe',
        }),
        ...catchers,
      ],
      paths: 'start > f > Q > V > end; f > C > end; b > W > end; c > Z > end',
    });

  test('is caught further out, and ends what it passes', () =>
    playNet(
      nested(boundary('b', 'Q', error('E1')), boundary('c', 'C', error('E1'))),
      `start -> A, C
       complete A -> B, C
       complete B -> C, W`,
    ));

  test('is caught by its code before one that catches all', () =>
    playNet(
      nested(boundary('b', 'Q', error()), boundary('c', 'Q', error('E1'))),
      `start -> A, C
       complete A -> B, C
       complete B -> C, Z`,
    ));

  test('that nothing catches fails the step', () =>
    playNet(
      nested(boundary('b', 'Q', error('E2')), boundary('c', 'C', error('E1'))),
      `start -> A, C
       complete A -> B, C
       complete B -> B, C (failed uncaught E1)
       complete B with it may end -> END | gone C`,
    ));

  test('is told with the token that threw it, but not if it ended the instance', async () => {
    const told = async (catcher: BpmnNode) => {
      const stage = await createStage(nested(catcher, boundary('c', 'C', error('E1'))));
      for (const step of ['start', 'complete A', 'complete B with it may end']) stage.do(step);
      return stage.told.flatMap((each) => {
        if (each.kind === 'fired') return [`${each.at.node.id} by ${each.by.join(' ')}`];
        return each.kind === 'thrown' ? [`${each.at.owner} caught by ${each.caughtBy}`] : [];
      });
    };
    expect(await told(boundary('b', 'Q', error('E1')))).toEqual(['13 caught by 1', 'b by 13']);
    expect(await told(boundary('b', 'Q', error('E2')))).toEqual([]);
  });

  test('of an activity is caught at its own boundary first, then in its scope', () => {
    const services = (others: readonly BpmnNode[], paths = '') =>
      draw({ services: 'S', tasks: 'W', others, paths: `start > S > end${paths}` });
    const around = onEvent('E', error(), { tasks: 'U', paths: 'E-start > U > Ee' });
    return Promise.all([
      playNet(
        services([boundary('b', 'S', error('E1')), around], '; b > W > end'),
        `start -> S
         fail S E1 -> W | gone S`,
      ),
      playNet(
        services([boundary('b', 'S', error('E1')), around], '; b > W > end'),
        `start -> S
         fail S E2 -> U | gone S`,
      ),
      playNet(
        services(
          [boundary('b', 'S', error()), onEvent('E', error('E1'), { tasks: 'U', paths: 'E-start > U > Ee' })],
          '; b > W > end',
        ),
        `start -> S
         fail S E1 -> W | gone S`,
      ),
    ]);
  });

  test('thrown in an event sub-process that interrupts is caught outside of its scope', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part('Q', {
            tasks: 'A',
            others: [
              ...ends('q'),
              onEvent('E', error('E1'), {
                tasks: 'U',
                others: [endWith('Ee', error('E1'))],
                paths: 'E-start > U > Ee',
              }),
              endWith('qx', error('E1')),
            ],
            paths: 'qs > A > qx',
          }),
          boundary('b', 'Q', error('E1')),
        ],
        paths: 'start > Q > end; b > W > end',
      }),
      `start -> A
       complete A -> U
       complete U -> W`,
    ));
});

describe('an escalation', () => {
  test('that nothing catches is passed by', () =>
    playNet(
      draw({ tasks: 'A B', others: [throwEvent('t', escalation('S1'))], paths: 'start > A > t > B > end' }),
      `start -> A
       complete A -> B`,
    ));

  test('that does not interrupt fires as often as it is thrown', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part('Q', {
            tasks: 'A B',
            others: [start('qs'), throwEvent('up', escalation('S1')), endWith('qe', escalation('S1'))],
            paths: 'qs > A > up > B > qe',
          }),
          side('b', 'Q', escalation('S1')),
        ],
        paths: 'start > Q > end; b > W > end2',
      }),
      `start -> A
       complete A -> B, W
       complete B -> W, W
       complete W -> W`,
    ));

  test('of a token that another one has cancelled is not thrown', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part('Q', {
            tasks: 'A',
            parallel: 'f',
            others: [...ends('q'), throwEvent('t', escalation('S1')), throwEvent('u', escalation('S1'))],
            paths: 'qs > A > f; f > t > qe; f > u > qe',
          }),
          boundary('b', 'Q', escalation('S1')),
        ],
        paths: 'start > Q > end; b > W > end',
      }),
      `start -> A
       complete A -> W`,
    ));

  test('is caught by the one of several events of a node that is for it', () =>
    playNet(
      draw({
        tasks: 'W',
        others: [
          part('Q', {
            tasks: 'A B',
            others: [...ends('q'), throwEvent('up', escalation('S1'))],
            paths: 'qs > A > up > B > qe',
          }),
          side('b', 'Q', timer('PT1H') + escalation('S1')),
        ],
        paths: 'start > Q > end; b > W > end2',
      }),
      `start -> A, timer b
       complete A -> B, W, timer b`,
    ));

  test('beside which an event sub-process listens starts that, which ends the thrower', () =>
    playNet(
      draw({
        tasks: 'A C V',
        others: [
          parallel('f'),
          parallel('j'),
          throwEvent('t', escalation('S1')),
          onEvent('E', escalation('S1'), { tasks: 'U', paths: 'E-start > U > Ee' }),
        ],
        paths: 'start > f > A > t > j > V > end; f > C > j',
      }),
      `start -> A, C
       complete A -> U | gone C
       complete U -> END`,
    ));
});

test('a token that is cancelled, moved or ended from outside takes with it what it had begun', () => {
  const xml = draw({
    tasks: 'A C V',
    parallel: 'f j',
    others: [part('Q', { tasks: 'B D', paths: 'qs > B > D > qe', others: ends('q') })],
    paths: 'start > f > A > Q > j > V > end; f > C > j',
  });
  return playNet(
    xml,
    `start -> A, C
     complete A -> B, C
     move B D -> C, D | gone B
     move C C-j -> >j, D | gone C
     complete D -> V
     move V A -> A | gone V
     move A D -> A (failed Token 16 cannot go to D: it has to be a node or flow of the same scope.)
     end -> END | gone A`,
  );
});

test('no token goes to an event sub-process, and none begins at what is not in the process', async () => {
  const xml = draw({
    tasks: 'A',
    others: [
      onEvent('E', message('m1'), { tasks: 'U', paths: 'E-start > U > Ee' }),
      part('Q', { tasks: 'B', paths: 'qs > B > qe', others: ends('q') }),
    ],
    paths: 'start > A > Q > end',
  });
  await playNet(
    xml,
    `start -> A
     move A E -> A (failed Token 3 cannot go to E: it has to be a node or flow of the same scope.)
     start -> A (failed The process has no second start.)`,
  );
  await playNet(xml, 'start -> END (failed The process has no start B.)', { start: 'B' });
  await playNet(xml, 'start -> END (failed The process has no start nope.)', { start: 'nope' });
});

test('a token that moves to its own node enters it anew, with its events', async () => {
  const xml = draw({
    tasks: 'A B',
    others: [boundary('late', 'A', timer('PT1H'))],
    paths: 'start > A > end; late > B > end',
  });
  const stage = await createStage(xml);
  stage.do('start');
  const { listeners } = stage.state;
  stage.do('move A A');
  expect([stage.view, stage.gone]).toEqual(['A, timer late', ['A']]);
  expect(Object.keys(stage.state.listeners)).not.toEqual(Object.keys(listeners));
});

test('an event sub-process can begin to wait while its scope runs, unless it was interrupted', async () => {
  const events = ['m1', 'm2'].map((name) =>
    onEvent(`E${name}`, message(name), { tasks: `U${name}`, paths: `E${name}-start > U${name} > E${name}e` }),
  );
  const stage = await createStage(draw({ tasks: 'A', others: events, paths: 'start > A > end' }));
  stage.do('start');
  const [first = '', second = ''] = Object.keys(stage.state.listeners);
  delete stage.state.listeners[second];
  stage.do('listen Em2-start');
  expect(Object.keys(stage.state.listeners)).toEqual([first, second]);
  stage.do('listen nope');
  expect(stage.view).toBe('A (failed The process has no event sub-process that begins at nope.)');
  stage.do('message m1');
  stage.do('listen Em2-start');
  expect([stage.view, stage.state.listeners]).toEqual(['Um1', {}]);
});

test('what a moved token becomes comes from it', async () => {
  const stage = await createStage(draw({ tasks: 'A B', paths: 'start > A > B > end' }));
  for (const step of ['start', 'move A B']) stage.do(step);
  expect(stage.told.flatMap((each) => (each.kind === 'entered' ? [each.from] : []))).toEqual([['3']]);
});

test('an instance whose last token is cancelled ends', () =>
  playNet(
    draw({ tasks: 'A', paths: 'start > A > end' }),
    `start -> A
     cancel A -> END | gone A`,
  ));

function ends(p: string): readonly BpmnNode[] {
  return [start(`${p}s`), end(`${p}e`)];
}
