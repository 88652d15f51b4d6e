/** Why a report says what it says: what hangs on the start. */
import { describe, expect, test } from 'vitest';
import { catchEvent, end, parallel, terminate, timer } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { message, signal, startOn } from '../../support/named-events.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

describe('the start', () => {
  const startedBy = (event: string) =>
    draw({ people: { look: 'bo' }, others: [startOn('begin', event)], paths: 'begin > look > end' });

  test('by a message names its start event', async () => {
    await using run = await explainedRun(startedBy(message('order')), { starts: false });
    await run.world.bridge.message({ name: 'order', businessKey: 'o-1', initiator: 'anna' });
    await run.world.bridge.idle();
    expect(await run.sentences()).toEqual([
      'next: The process was started by the message begin, and its token led to look (task 1).',
    ]);
  });

  test('by a signal names its start event', async () => {
    await using run = await explainedRun(startedBy(signal('alarm')), { starts: false, runtime: 'bridge' });
    await run.world.bridge.broadcast({ name: 'alarm', initiator: 'anna' });
    await run.world.bridge.idle();
    expect(await run.sentences()).toEqual([
      'next: The process was started by the signal begin, and its token led to look (task 1).',
    ]);
  });

  test('by a timer names its start event', async () => {
    await using run = await explainedRun(startedBy(timer('PT1H')), { starts: false });
    await run.pass(HOUR_MS);
    expect(await run.sentences()).toEqual([
      'next: The process was started by the timer begin, and its token led to look (task 1).',
    ]);
  });
});

describe('what comes of the start later', () => {
  const LATER = draw({
    people: { early: 'bo', look: 'gu' },
    others: [parallel('fork'), catchEvent('wait', timer('PT1H'))],
    paths: 'start > fork > early > end; fork > wait > look > end-look',
  });
  const ONLY_LATER = draw({
    people: { look: 'gu' },
    others: [catchEvent('wait', timer('PT1H'))],
    paths: 'start > wait > look > end',
  });
  const NEVER = draw({ others: [catchEvent('wait', timer('PT1H'))], paths: 'start > wait > end' });

  test('names the timer that brought it, and that the start is named for want of a task', async () => {
    await using run = await explainedRun(ONLY_LATER);
    await run.pass(HOUR_MS);
    expect(await run.sentences()).toEqual([
      'next: The timer wait fired, and its token led to look (task 1); none of its tasks has been handled, so it is reported with the start.',
    ]);
  });

  test('names the task handled last, and that the token is not of it', async () => {
    await using run = await explainedRun(LATER);
    await run.press('bo', 'early');
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: early (task 1) was handled, its token ended at end, and the timer wait is still open.',
      'next: The timer wait fired, and its token led to look (task 2); its token came from the start, and early (task 1) is named as the task handled last.',
    ]);
  });

  test('is an end of the task handled last, where it ends the instance', async () => {
    await using run = await explainedRun(
      draw({
        people: { early: 'bo' },
        others: [parallel('fork'), catchEvent('wait', timer('PT1H'))],
        paths: 'start > fork > early > end; fork > wait > end-wait',
      }),
    );
    await run.press('bo', 'early');
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(2)).toEqual([
      'end: The timer wait fired, its token ended at end-wait, and the instance ended; its token came from the start, and early (task 1) is named as the task handled last.',
    ]);
  });

  test('is told beside what a press led to in the same step', async () => {
    await using run = await explainedRun(
      draw({
        people: { early: 'bo', next: 'emil', look: 'gu' },
        services: 'pay',
        others: [parallel('fork'), catchEvent('wait', message('paid'))],
        paths: 'start > fork > early > pay > next > end; fork > wait > look > end-look',
      }),
      { slow: 'pay' },
    );
    await run.pressInto('pay', 'bo', 'early');
    await run.message('paid');
    await run.told(2);
    expect((await run.sentences()).slice(1)).toEqual([
      'next: early (task 1) was handled, the message wait arrived, and the token of the start led to look (task 2).',
    ]);
  });

  test('of an instance that a task of the center started says which', async () => {
    const previousTaskId = 'order-7';
    await using run = await explainedRun(draw({ people: { look: 'gu' }, paths: 'start > look > end' }), {
      previousTaskId,
    });
    expect(await run.sentences()).toEqual([
      'next: The process was started at start, and its token led to look (task 1); it was started from the task order-7.',
    ]);
    await using later = await explainedRun(ONLY_LATER, { previousTaskId });
    await later.pass(HOUR_MS);
    expect(await later.sentences()).toEqual([
      'next: The timer wait fired, and its token led to look (task 1); none of its tasks has been handled, so it is reported with the task order-7 from which it was started.',
    ]);
  });

  test('and ends it before anybody had a task says so', async () => {
    await using run = await explainedRun(NEVER, { previousTaskId: 'order-7' });
    await run.pass(HOUR_MS);
    expect(await run.sentences()).toEqual([
      'end: The timer wait fired, its token ended at end, and the instance ended; none of its tasks has been handled, so it is reported with the task order-7 from which it was started.',
    ]);
  });

  test('and terminates it beside an open task names that task', async () => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo' },
        others: [parallel('fork'), catchEvent('wait', timer('PT1H')), end('stop', { content: terminate() })],
        paths: 'start > fork > sign > end; fork > wait > stop',
      }),
    );
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(1)).toEqual([
      'end: sign (task 1) was removed by the terminate end stop, and nobody handled it; the instance ended with it.',
    ]);
  });

  test('and was terminated before anybody had a task says so', async () => {
    await using run = await explainedRun(NEVER, { previousTaskId: 'order-7' });
    await run.world.bridge.terminate(run.instanceId);
    expect(await run.sentences()).toEqual([
      'end: The instance was terminated; none of its tasks has been handled, so it is reported with the task order-7 from which it was started.',
    ]);
  });
});
