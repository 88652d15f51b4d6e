/** Nothing that a diagram or a variable says holds a step longer than its limit. */
import { describe, expect, test } from 'vitest';
import { withTimeLimit } from '../../src/plugin/step.ts';
import {
  boundary,
  catchEvent,
  conditional,
  end,
  exclusive,
  plainTask,
  processFile,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { loopOfThrows, SETS_ITSELF_OFF } from '../support/endless-loops.ts';
import { error, escalation, signal } from '../support/named-events.ts';
import { startScenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

describe('a time limit', () => {
  test.each([
    [
      'a loop',
      () => {
        for (;;);
      },
    ],
    ['a regular expression', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
  ])('ends %s, and what follows works', (_what, work) => {
    expect(() => withTimeLimit(100, work)).toThrow(
      expect.objectContaining({ code: 'ERR_STEP_TOO_LONG', details: { timeoutMs: 100 } }),
    );
    expect(withTimeLimit(60_000, () => 'next')).toBe('next');
  });

  test('passes on results and errors as they are', () => {
    const error = new TypeError('mine');
    expect(withTimeLimit(60_000, () => undefined)).toBeUndefined();
    expect(() =>
      withTimeLimit(60_000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  test('may be within another', () => {
    expect(withTimeLimit(60_000, () => withTimeLimit(60_000, () => 1) + 1)).toBe(2);
  });
});

const ENDLESS = /a loop without a wait.* A token has made more than 20000 moves without a wait/;

test('a loop in which nothing waits is found by its moves', async () => {
  const loop = processFile(
    [start(), exclusive('m'), plainTask('p'), exclusive('g'), userTask('a'), end()],
    'start > m > p > g; g >[${false}] a > end; g >* m',
  );
  await expect(startScenario(loop)).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(ENDLESS),
  });
});

test.each([
  ['errors', loopOfThrows(error('E'))],
  ['escalations', loopOfThrows(escalation('E'))],
  ['an event sub-process that sets itself off', SETS_ITSELF_OFF],
])('a loop of %s is found by its moves', async (_, xml) => {
  const run = await startScenario(xml);
  await expect(run.press('ask')).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(ENDLESS),
  });
});

test.each([
  [
    'behind each other',
    processFile(
      [start(), exclusive('m'), catchEvent('t', timer('PT0S')), exclusive('g'), userTask('a'), end()],
      'start > m > t > g; g >[${false}] a > end; g >* m',
    ),
  ],
  [
    'at a task',
    processFile(
      [start(), exclusive('m'), userTask('a'), boundary('t', 'a', timer('PT0S')), end()],
      'start > m > a > end; t > m',
    ),
  ],
])('a loop of timers without a duration %s is found too', async (_, xml) => {
  const run = await startScenario(xml);
  await expect(run.wake(HOUR_MS)).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(ENDLESS),
  });
});

test('more throws than a loop may have rounds are none if each is of another iteration', async () => {
  const part = subProcess('part', [start('in'), throwEvent('tell', signal('S')), end('out')], 'in > tell > out', {
    multiInstance: { cardinality: 310, sequential: true },
  });
  const run = await startScenario(processFile([start(), part, userTask('a'), end()], 'start > part > a > end'));
  expect(run.open).toBe('a');
});

test('of a cycle that has missed more rounds than a step fires, the rest is due in the next step', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b',
      others: [boundary('t', 'a', timer('R150/PT1M'), { interrupting: false }), end('over')],
      paths: 'start > a > end; t > b > over',
    }),
  );
  const firstAt = run.last.changes.wakeAt ?? 0;
  await run.wake(24 * HOUR_MS);
  expect(run.last.changes).toMatchObject({ created: { length: 100 }, wakeAt: firstAt + 100 * 60_000 });
  await run.wake(0);
  expect(run.last.changes).toMatchObject({ created: { length: 50 }, wakeAt: null });
});

test.each([
  { count: 1_000, outcome: 'runs' },
  { count: 1_001, outcome: 'ERR_EXPRESSION_FAILED' },
  { count: 1_000_000_000, outcome: 'ERR_EXPRESSION_FAILED' },
])('a multi-instance with $count instances: $outcome', async ({ count, outcome }) => {
  const loop =
    '<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>${count}</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>';
  const xml = processFile([start(), userTask('a', { assignee: 'ann', content: loop }), end()], 'start > a > end');
  const found = await startScenario(xml, { count }).then(
    () => 'runs',
    ({ code }: { code: string }) => code,
  );
  expect(found).toBe(outcome);
});

test('a condition that becomes true for more tokens than a loop may have rounds fires for each of them', async () => {
  const PARTS = 80;
  const part = subProcess(
    'part',
    [
      start('in'),
      userTask('work', { assignee: 'ann' }),
      boundary('late', 'work', conditional('${urgent}'), { interrupting: false }),
      userTask('remind', { assignee: 'bo' }),
      end('out'),
      end('reminded'),
    ],
    'in > work > out; late > remind > reminded',
    { multiInstance: { cardinality: PARTS } },
  );
  const xml = processFile([start(), part, end()], 'start > part > end');
  const run = await startScenario(xml, { urgent: false });
  await run.press('work', undefined, { urgent: true });
  expect(run.reports[0]?.match(/remind/g)).toHaveLength(PARTS - 1);
});
