import { describe, expect, test } from 'vitest';
import { StepError } from '../../../src/plugin/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { startScenario } from '../scenario.ts';

describe('a sequence', () => {
  const xml = processFile([start(), userTask('a'), userTask('b'), end()], 'start > a > b > end');

  test('an instance started from a task of the center continues that task', async () => {
    const run = await startScenario(xml, {}, { previousTaskId: 'their-task' });
    expect(run.reports).toEqual(['their-task next a']);
    expect(run.last.changes.reports[0]?.kind).toBe('handled');
  });

  test('the only flow of a task is taken, also if it is its default flow', async () => {
    const run = await startScenario(
      processFile([start(), userTask('a'), userTask('b'), end()], 'start > a >* b > end'),
    );
    await run.press('a');
    expect(run.open).toBe('b');
  });

  test('a process without people reports nothing', async () => {
    const run = await startScenario(processFile([start(), end()], 'start > end'));
    expect(run.reports).toEqual([]);
    expect(run.ended).toBe(true);
  });

  test('a press of a task that is no longer open throws and changes nothing', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    const before = run.snapshot;
    await expect(run.pressStale('a')).rejects.toThrow(StepError);
    expect(run.snapshot).toBe(before);
    expect(await run.press('b')).toEqual(['b end']);
  });
});
