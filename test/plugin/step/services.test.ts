import { describe, expect, test } from 'vitest';
import { end, parallel, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { startScenario } from '../scenario.ts';

describe('services', () => {
  const xml = processFile(
    [start(), userTask('a'), serviceTask('pay'), userTask('b'), end()],
    'start > a > pay > b > end',
  );

  test('a report is held while the job it caused runs, and says next with what follows', async () => {
    const run = await startScenario(xml);
    expect(await run.press('a')).toEqual([]);
    expect(run.jobs).toEqual(['pay']);
    expect(run.last.changes.wakeAt).toBe(Date.UTC(2026, 0, 1) + 1000 + 10_000);
    expect(await run.finishJob('pay', { receipt: 7 })).toEqual(['a next b']);
    expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ receipt: 7 });
  });

  test('a slow job: none when the hold is over, and later a continuation', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    expect(await run.wake(5_000)).toEqual([]);
    expect(await run.wake(5_000)).toEqual(['a none']);
    expect(run.last.changes.wakeAt).toBeNull();
    expect(await run.finishJob('pay')).toEqual(['…a next b']);
    expect(await run.press('b')).toEqual(['b end']);
  });

  test('a job before the first task: the task bootstraps when it comes', async () => {
    const run = await startScenario(
      processFile([start(), serviceTask('pay'), userTask('b'), end()], 'start > pay > b > end'),
    );
    expect(run.reports).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['start next b']);
  });

  test('a job at the end: the task before it ends the instance', async () => {
    const run = await startScenario(
      processFile([start(), userTask('a'), serviceTask('pay'), end()], 'start > a > pay > end'),
    );
    expect(await run.press('a')).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['a end']);
  });

  test('beside a task of another branch the press says next, and the job continues it later', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('a'),
          parallel('fork'),
          serviceTask('pay'),
          userTask('b'),
          userTask('c'),
          parallel('join'),
          end(),
        ],
        'start > a > fork > pay > c > join; fork > b > join > end',
      ),
    );
    expect(await run.press('a')).toEqual(['a next b']);
    expect(await run.press('b')).toEqual(['b none']);
    expect(await run.finishJob('pay')).toEqual(['…a next c']);
    expect(await run.press('c')).toEqual(['c end']);
  });

  test('the token of the start goes on while a person is elsewhere: its tasks hang on the task handled last', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          parallel('fork'),
          serviceTask('pay'),
          userTask('b'),
          userTask('b2'),
          userTask('c'),
          parallel('join'),
          end(),
        ],
        'start > fork > pay > c > join; fork > b > b2 > join > end',
      ),
    );
    expect(run.reports).toEqual(['start next b']);
    expect(await run.press('b')).toEqual(['b next b2']);
    expect(await run.finishJob('pay')).toEqual(['…b next c']);
  });

  test('a job for every element: the last one done goes on', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('a'),
          serviceTask('pay', { multiInstance: { collection: '${bills}', elementVariable: 'bill' } }),
          userTask('b'),
          end(),
        ],
        'start > a > pay > b > end',
      ),
      { bills: [1, 2] },
    );
    await run.press('a');
    expect(run.jobs).toEqual(['pay', 'pay']);
    expect(await run.finishJob('pay')).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['a next b']);
  });

  test('the second result of one job is refused and changes nothing', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    const [job] = run.last.changes.jobsCreated;
    await run.finishJob('pay');
    const before = run.snapshot;
    await expect(run.finishExecution(job?.executionId ?? '')).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
    expect(run.snapshot).toBe(before);
  });
});
