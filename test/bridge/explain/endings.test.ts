/** Why a report says what it says: events that end tasks, ends of instances, and tasks that change hands. */
import { describe, expect, test } from 'vitest';
import { boundary, catchEvent, end, inclusive, terminate, timer } from '../../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../../support/draw.ts';
import { endWith, error, escalation, message, signal } from '../../support/named-events.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

describe('a task that an event ended', () => {
  test.each([
    ['timer', timer('PT1H')],
    ['message', message('cancelled')],
    ['signal', signal('alarm')],
  ])('on its edge names the %s', async (kind, event) => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo', care: 'gu' },
        others: [boundary('edge', 'sign', event, { name: 'Enough' })],
        paths: 'start > sign > end; edge > care > end-care',
      }),
    );
    if (kind === 'timer') await run.pass(HOUR_MS);
    else if (kind === 'message') await run.message('cancelled');
    else await run.world.bridge.signal(run.instanceId, { name: 'alarm' });
    expect((await run.sentences()).slice(1)).toEqual([
      `next: sign (task 1) was ended by the ${kind} "Enough" (edge) on sign, and its token led to care (task 2).`,
    ]);
  });

  test('and from which nothing leads on was taken away by it', async () => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo', other: 'dara' },
        parallel: 'fork',
        others: [boundary('late', 'sign', timer('PT1H'))],
        paths: 'start > fork > sign > end; fork > other > end-other; late > end-late',
      }),
    );
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: sign (task 1) was removed by the timer late on sign, and nobody handled it.',
    ]);
  });

  test('on the edge of its sub-process names the sub-process, and the end it led to', async () => {
    await using run = await explainedRun(
      draw({
        others: [
          part('inner', { people: { check: 'bo' }, paths: 'start-i > check > end-i' }),
          boundary('late', 'inner', timer('PT1H')),
        ],
        paths: 'start > inner > end; late > end-late',
      }),
    );
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(1)).toEqual([
      'end: check (task 1) was ended by the timer late on inner, its token ended at end-late, and the instance ended.',
    ]);
  });

  test('that starts an event sub-process names that', async () => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo' },
        others: [
          onEvent('stopping', message('cancelled'), { people: { look: 'gu' }, paths: 'stopping-start > look > end-s' }),
        ],
        paths: 'start > sign > end',
      }),
    );
    await run.message('cancelled');
    expect((await run.sentences()).slice(1)).toEqual([
      'next: sign (task 1) was ended by the message stopping-start of the event sub-process stopping, and its token led to look (task 2).',
    ]);
  });

  test.each([
    ['error', endWith('thrown', error('BROKEN')), error('BROKEN')],
    ['escalation', endWith('thrown', escalation('HELP')), escalation('HELP')],
  ])('that a colleague set off names the %s; what the colleague had set off is gone', async (kind, thrower, caught) => {
    await using run = await explainedRun(
      draw({
        people: { care: 'gu' },
        others: [
          part('inner', {
            people: { check: 'bo', other: 'dara' },
            parallel: 'fork',
            others: [thrower],
            paths: 'start-i > fork > check > thrown; fork > other > end-o',
          }),
          boundary('edge', 'inner', caught),
        ],
        paths: 'start > inner > end; edge > care > end-care',
      }),
    );
    await run.press('bo', 'check');
    expect((await run.sentences()).slice(1)).toEqual([
      `next: check (task 1) was handled, the ${kind} edge on inner was caught, and its token led to care (task 3).`,
      `none: other (task 2) was removed by the ${kind} edge on inner, and nobody handled it.`,
    ]);
  });

  test('and whose service then is slow says what its token waits for, and later what went on', async () => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo', care: 'gu' },
        services: 'undo',
        others: [boundary('late', 'sign', timer('PT1H'))],
        paths: 'start > sign > end; late > undo > care > end-care',
      }),
      { slow: 'undo', reportHoldMs: 0 },
    );
    await run.told(1);
    await run.pass(HOUR_MS);
    await run.told(2);
    await run.finish('undo');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: sign (task 1) was ended by the timer late on sign, and its token waits for the service undo.',
      'next: sign (task 1) was reported before; then the service undo finished, and its token led to care (task 2).',
    ]);
  });

  test('is told as ended also by a report that was held back for a service', async () => {
    await using run = await explainedRun(
      draw({
        people: { sign: 'bo', care: 'gu' },
        services: 'undo',
        others: [boundary('late', 'sign', timer('PT1H'))],
        paths: 'start > sign > end; late > undo > care > end-care',
      }),
      { slow: 'undo' },
    );
    await run.told(1);
    await run.pass(HOUR_MS);
    await run.finish('undo');
    expect((await run.sentences()).slice(1)).toEqual([
      'next: sign (task 1) was ended by the timer late on sign, the service undo finished, and its token led to care (task 2).',
    ]);
  });
});

describe('an end', () => {
  const TWO = draw({
    people: { check: 'bo', other: 'dara' },
    services: 'pay',
    parallel: 'fork',
    others: [end('stop', { content: terminate() })],
    paths: 'start > fork > check > pay > end; fork > other > stop',
  });

  test('that comes late names what brought it', async () => {
    await using run = await explainedRun(
      draw({ people: { ask: 'anna' }, others: [catchEvent('wait', timer('PT1H'))], paths: 'start > ask > wait > end' }),
    );
    await run.press('anna', 'ask');
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(2)).toEqual([
      'end: ask (task 1) was reported before; then the timer wait fired, its token ended at end, and the instance ended.',
    ]);
  });

  test('that terminates names itself, also for what was under way', async () => {
    await using run = await explainedRun(TWO, { slow: 'pay' });
    await run.pressInto('pay', 'bo', 'check');
    await run.world.sandbox.press(run.world.taskOf('dara', 'other'), { account: 'dara', action: 'Handle' });
    await run.told(3);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 1) was handled, and the instance ended at the terminate end stop before anything followed from it.',
      'end: other (task 2) was handled, its token ended at the terminate end stop, and the instance ended.',
    ]);
  });

  test('that an inclusive join brought names both tokens', async () => {
    await using run = await explainedRun(
      draw({
        people: { legal: 'emil', finance: 'fatima' },
        exclusive: 'which',
        others: [inclusive('fork'), inclusive('gather')],
        paths: `start > fork; fork >[\${true}] legal > gather; fork >[\${true}] finance > which
                which >"Yes" gather; which >"No" end-no; gather > end`,
      }),
    );
    await run.press('emil', 'legal');
    await run.press('fatima', 'finance', 'No');
    expect((await run.sentences()).slice(2)).toEqual([
      'end: finance (task 2) was handled, and its token ended at end-no; the inclusive join gather had nothing more to wait for, the token of legal (task 1) ended at end, and the instance ended.',
    ]);
  });

  test.each(['terminate', 'revoke'] as const)('by %s is reported of an open task', async (operation) => {
    await using run = await explainedRun(TWO, { slow: 'pay' });
    await run.pressInto('pay', 'bo', 'check');
    await run.world.bridge[operation](run.instanceId, { account: 'anna' });
    const done = operation === 'terminate' ? 'terminated' : 'revoked';
    expect((await run.sentences()).slice(1)).toEqual([
      `none: check (task 1) was handled, and the instance was ${done} before anything followed from it.`,
      `end: The instance was ${done} while other (task 2) was open, so the end is reported with this task.`,
    ]);
  });

  test.each(['terminate', 'revoke'] as const)('by %s names every other open task', async (operation) => {
    await using run = await explainedRun(
      draw({ people: { a: 'bo', b: 'chen' }, parallel: 'fork', paths: 'start > fork > a > end; fork > b > end-b' }),
    );
    await run.world.bridge[operation](run.instanceId, { account: 'anna' });
    const done = operation === 'terminate' ? 'terminated' : 'revoked';
    expect((await run.sentences()).slice(1)).toEqual([
      `none: The instance was ${done} while b (task 2) was open, and nobody handled it.`,
      `end: The instance was ${done} while a (task 1) was open, so the end is reported with this task.`,
    ]);
  });

  test('by an operator, while no task is open, is reported of the task handled last', async () => {
    await using run = await explainedRun(
      draw({ people: { ask: 'anna' }, others: [catchEvent('wait', timer('PT1H'))], paths: 'start > ask > wait > end' }),
    );
    await run.press('anna', 'ask');
    await run.world.bridge.terminate(run.instanceId);
    expect((await run.sentences()).slice(2)).toEqual([
      'end: The instance was terminated while no open task had a known handler, so the end is reported with ask (task 1), the task handled last.',
    ]);
  });
});

describe('a task that changes hands', () => {
  const ONE = draw({ people: { check: 'bo' }, paths: 'start > check > end' });

  test('by its handler was handed over', async () => {
    await using run = await explainedRun(ONE);
    await run.world.bridge.transfer(`${run.instanceId}.1`, { from: 'bo', to: 'gu' });
    expect((await run.sentences()).slice(1)).toEqual([
      'next: check (task 1) was transferred and continues as check (task 2).',
    ]);
  });

  test('by an operator says so', async () => {
    await using run = await explainedRun(ONE);
    await run.world.bridge.reassign(`${run.instanceId}.1`, { handlers: ['gu'], reason: 'on leave' });
    expect((await run.sentences()).slice(1)).toEqual([
      'next: check (task 1) was reassigned by an operator and continues as check (task 2).',
    ]);
  });
});
