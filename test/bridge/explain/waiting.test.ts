/** Why a report says what it says: tokens that wait for a time, a message, a signal or a service. */
import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  eventGateway,
  parallel,
  serviceTask,
  timer,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { message, receiveTask, signal } from '../../support/named-events.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

/** A task, something that waits, and a task. */
const between = (others: readonly BpmnNode[]) =>
  draw({ people: { ask: 'anna', check: 'bo' }, others, paths: 'start > ask > wait > check > end' });

describe('between two tasks', () => {
  test('a timer is named when the token waits for it, and when it fired', async () => {
    await using run = await explainedRun(between([catchEvent('wait', timer('PT1H'), { name: 'One hour' })]));
    await run.press('anna', 'ask');
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the timer "One hour" (wait).',
      'next: ask (task 1) was reported before; then the timer "One hour" (wait) fired, and its token led to check (task 2).',
    ]);
  });

  test('a message is named when the token waits for it, and when it arrived', async () => {
    await using run = await explainedRun(between([catchEvent('wait', message('paid'))]));
    await run.press('anna', 'ask');
    await run.message('paid');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the message wait.',
      'next: ask (task 1) was reported before; then the message wait arrived, and its token led to check (task 2).',
    ]);
  });

  test('a task that receives a message is told as one', async () => {
    await using run = await explainedRun(between([receiveTask('wait', 'paid')]));
    await run.press('anna', 'ask');
    await run.message('paid');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the message wait.',
      'next: ask (task 1) was reported before; then the message wait arrived, and its token led to check (task 2).',
    ]);
  });

  test('a receive task without a message is named when the token waits for it, and when it was completed', async () => {
    await using run = await explainedRun(between([receiveTask('wait')]));
    await run.press('anna', 'ask');
    await run.world.bridge.signal(run.instanceId, { nodeId: 'wait' });
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the receive task wait.',
      'next: ask (task 1) was reported before; then the receive task wait was completed, and its token led to check (task 2).',
    ]);
  });

  test('a signal is named when the token waits for it, and when it arrived', async () => {
    await using run = await explainedRun(between([catchEvent('wait', signal('alarm'))]));
    await run.press('anna', 'ask');
    await run.world.bridge.signal(run.instanceId, { name: 'alarm' });
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the signal wait.',
      'next: ask (task 1) was reported before; then the signal wait arrived, and its token led to check (task 2).',
    ]);
  });

  test('a quick service is named by the one report there is', async () => {
    await using run = await explainedRun(between([serviceTask('wait', { service: 'quick' })]));
    await run.press('anna', 'ask');
    expect((await run.sentences()).slice(1)).toEqual([
      'next: ask (task 1) was handled, the service wait finished, and its token led to check (task 2).',
    ]);
  });

  test('a slow service is named when the token waits for it, and when it finished', async () => {
    await using run = await explainedRun(between([serviceTask('wait', { service: 'pay' })]), {
      slow: 'pay',
      reportHoldMs: 0,
    });
    await run.pressInto('pay', 'anna', 'ask');
    await run.told(2);
    await run.finish('pay');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the service wait.',
      'next: ask (task 1) was reported before; then the service wait finished, and its token led to check (task 2).',
    ]);
  });

  test('of a process that was suspended meanwhile, the report of a slow service says so', async () => {
    await using run = await explainedRun(between([serviceTask('wait', { service: 'pay' })]), { slow: 'pay' });
    await run.pressInto('pay', 'anna', 'ask');
    await run.world.bridge.suspend(run.instanceId);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits for the service wait; the instance is suspended.',
    ]);
  });

  test('what an event-based gateway waits for is named together, then what came first', async () => {
    await using run = await explainedRun(
      draw({
        people: { ask: 'anna', check: 'bo', remind: 'gu' },
        others: [
          eventGateway('first'),
          catchEvent('late', timer('PT1H')),
          catchEvent('paid', message('paid')),
          catchEvent('rung', signal('alarm')),
        ],
        paths: 'start > ask > first > late > remind > end-late; first > paid > check > end; first > rung > end-rung',
      }),
    );
    await run.press('anna', 'ask');
    await run.message('paid');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: ask (task 1) was handled, and its token waits at the event-based gateway first for the first of the timer late, the message paid and the signal rung.',
      'next: ask (task 1) was reported before; then the message paid arrived, and its token led to check (task 2).',
    ]);
  });
});

test('tokens that one press sent several ways are told together, and apart once they moved apart', async () => {
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', one: 'bo', two: 'gu' },
      others: [parallel('fork'), catchEvent('early', timer('PT1H')), catchEvent('late', timer('PT2H'))],
      paths: 'start > ask > fork > early > one > end; fork > late > two > end',
    }),
  );
  await run.press('anna', 'ask');
  await run.pass(2 * HOUR_MS);
  expect((await run.sentences()).slice(1)).toEqual([
    'none: ask (task 1) was handled, and its token waits for the timer early and waits for the timer late.',
    'next: ask (task 1) was reported before; then the timer early fired, and its token led to one (task 2); the timer late fired, and its token led to two (task 3).',
  ]);
});

test('a token that two things moved in one step names both, in their order', async () => {
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', check: 'bo', beside: 'gu' },
      parallel: 'fork both',
      others: [
        catchEvent('early', timer('2026-03-01T12:30:00+08:00')),
        catchEvent('late', timer('2026-03-01T13:00:00+08:00')),
      ],
      paths: 'start > ask > fork > early > late > both; fork > beside > both; both > check > end',
    }),
  );
  await run.press('anna', 'ask');
  await run.press('gu', 'beside');
  await run.pass(2 * HOUR_MS);
  expect((await run.sentences()).slice(2)).toEqual([
    'none: beside (task 2) was handled, and its token waits at the join both for a token from late.',
    'next: ask (task 1) was reported before; then the timer early fired, the timer late fired, the join both was complete, and its token led to check (task 3).',
  ]);
});

test('a branch that ended names the timers and services that others still wait for', async () => {
  await using run = await explainedRun(
    draw({
      people: { one: 'anna', two: 'bo' },
      parallel: 'fork both',
      services: 'pay',
      others: [catchEvent('late', timer('PT1H'))],
      paths: 'start > fork > one > both; fork > late > both; fork > pay > end-pay; fork > two > end-two; both > end',
    }),
    { slow: 'pay' },
  );
  await run.pressInto('pay', 'bo', 'two');
  await run.told(2);
  await run.finish('pay');
  await run.press('anna', 'one');
  expect((await run.sentences()).slice(1)).toEqual([
    'none: two (task 2) was handled, its token ended at end-two, and one (task 1), the service pay and the timer late are still open.',
    'none: one (task 1) was handled, and its token waits at the join both for a token from late.',
  ]);
});

test('a branch that ended names the join that waits in vain, where the diagram lets nothing come any more', async () => {
  await using run = await explainedRun(
    draw({
      people: { one: 'anna', two: 'bo' },
      parallel: 'fork both',
      exclusive: 'which',
      others: [boundary('late', 'one', timer('P9D'), { interrupting: false })],
      paths: `start > fork > one > both; fork > two > which
              which >"Yes" both; which >"No" end-two; both > end; late > end-late`,
    }),
  );
  await run.press('anna', 'one');
  await run.press('bo', 'two', 'No');
  expect((await run.sentences()).slice(2)).toEqual([
    'none: two (task 2) was handled, its token ended at end-two, and the join both is still open.',
  ]);
});
