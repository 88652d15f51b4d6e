/** A called process is a scope of another graph (BPMN 2.0.2, 13.3.5). */
import { describe, expect, test } from 'vitest';
import { boundary, callActivity, end, exclusive, multiInstance, start } from '../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../support/draw.ts';
import { endWith, error, escalation, message } from '../support/named-events.ts';
import { createStage, playNet } from './net-driver.ts';

const caller = (...others: readonly ReturnType<typeof boundary>[]) =>
  draw({
    tasks: 'A V W',
    others: [callActivity('call', 'called'), ...others],
    paths: `start > A > call > V > end${others.map(({ id }) => `; ${id} > W > end`).join('')}`,
  });

test('the caller goes on when the process has ended; its nodes may have the same ids', async () => {
  const called = { call: draw({ tasks: 'A B', paths: 'start > A > B > end' }) };
  const stage = await createStage(caller(), { called });
  stage.do('start');
  stage.do('complete A');
  expect(stage.state.scopes).toEqual({ 1: { definition: 'main' }, 5: { definition: 'call', token: '4' } });
  stage.do('complete A');
  stage.do('complete B');
  expect(stage.view).toBe('V');
});

describe('what the process throws', () => {
  const called = {
    call: draw({
      tasks: 'B',
      exclusive: 'x',
      others: [endWith('e', error('E1')), endWith('s', escalation('S1'))],
      paths: 'start > B > x; x >[${e}] e; x >* s',
    }),
  };

  test('is caught at the call', () =>
    playNet(
      caller(boundary('b', 'call', error('E1'))),
      `start -> A
       complete A -> B
       complete B with x-e -> W`,
      { called },
    ));

  test('or further out', () =>
    playNet(
      draw({
        tasks: 'A',
        others: [callActivity('call', 'called'), onEvent('E', escalation(), { tasks: 'U', paths: 'E-start > U > Ee' })],
        paths: 'start > A > call > end',
      }),
      `start -> A
       complete A -> B
       complete B -> U`,
      { called },
    ));
});

test('what one of several calls throws is caught once for all of them', () =>
  playNet(
    draw({
      tasks: 'V W',
      others: [
        callActivity('call', 'called', { content: multiInstance({ cardinality: 2 }) }),
        boundary('b', 'call', error('E1')),
      ],
      paths: 'start > call > V > end; b > W > end',
    }),
    `start -> call0.B, call1.B
     complete call1.B with x-e -> W | gone call0.B`,
    {
      called: {
        call: draw({
          tasks: 'B',
          exclusive: 'x',
          others: [endWith('e', error('E1'))],
          paths: 'start > B > x; x >[${e}] e; x >* end',
        }),
      },
    },
  ));

test('a call that is interrupted ends its process', () =>
  playNet(
    caller(boundary('b', 'call', message('m1'))),
    `start -> A
     complete A -> B
     message m1 -> W | gone B`,
    { called: { call: draw({ tasks: 'B', paths: 'start > B > end' }) } },
  ));

test('calls are nested as deep as they may be; sub-processes do not count', () => {
  const level = (id: string) =>
    draw({
      others: [part('Q', { others: [start('qs'), end('qe'), callActivity(id, 'called')], paths: `qs > ${id} > qe` })],
      paths: 'start > Q > end',
    });
  const called = (deepest: string) => ({
    ...{ c1: level('c2'), c2: level('c3'), c3: level('c4'), c4: level('c5') },
    ...{ c5: deepest, c6: draw({ tasks: 'B', paths: 'start > B > end' }) },
  });
  return Promise.all([
    playNet(level('c1'), 'start -> B', { called: called(draw({ tasks: 'B', paths: 'start > B > end' })) }),
    playNet(level('c1'), 'start -> END (failed The call c6 is nested more than 5 calls deep.)', {
      called: called(level('c6')),
    }),
  ]);
});

test('a process may call itself, but not without end', () => {
  const itself = draw({
    tasks: 'B',
    others: [callActivity('call', 'called'), exclusive('x')],
    paths: 'start > x; x >[${again}] call > end; x >* B > end',
  });
  return Promise.all([
    playNet(
      itself,
      `start -> B
       complete B -> END`,
      { called: { call: itself } },
    ),
    playNet(itself, 'start with x-call -> END (failed The call call is nested more than 5 calls deep.)', {
      called: { call: itself },
    }),
  ]);
});
