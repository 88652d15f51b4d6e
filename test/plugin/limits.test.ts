/** Nothing that a diagram or a variable says holds a step longer than its limit. */
import { describe, expect, test } from 'vitest';
import { withTimeLimit } from '../../src/plugin/step-time-limit.ts';
import {
  boundary,
  conditional,
  end,
  exclusive,
  plainTask,
  processFile,
  start,
  subProcess,
  userTask,
} from '../support/bpmn-xml.ts';
import { startScenario } from './scenario.ts';

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

test('a loop in which nothing waits is found by its rounds', async () => {
  const loop = processFile(
    [start(), exclusive('m'), plainTask('p'), exclusive('g'), userTask('a'), end()],
    'start > m > p > g; g >[${false}] a > end; g >* m',
  );
  await expect(startScenario(loop)).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringContaining('with all variables as they were, a token came back to m 6 times in one step'),
  });
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
