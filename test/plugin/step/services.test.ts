import { describe, expect, test } from 'vitest';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

describe('services', () => {
  test('a job before the first task: the task bootstraps when it comes', async () => {
    const run = await startScenario(
      processFile([start(), serviceTask('pay'), userTask('b'), end()], 'start > pay > b > end'),
    );
    expect(run.reports).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['start next b']);
  });

  test('beside a task of another branch the press says next, and the job continues it later', async () => {
    const run = await startScenario(
      draw({
        tasks: 'a b c',
        services: 'pay',
        parallel: 'fork join',
        paths: 'start > a > fork > pay > c > join; fork > b > join > end',
      }),
    );
    expect(await run.press('a')).toEqual(['a next b']);
    expect(await run.press('b')).toEqual(['b none']);
    expect(await run.finishJob('pay')).toEqual(['…a next c']);
    expect(await run.press('c')).toEqual(['c end']);
  });

  test('the token of the start goes on while a person is elsewhere: its tasks hang on the task handled last', async () => {
    const run = await startScenario(
      draw({
        tasks: 'b b2 c',
        services: 'pay',
        parallel: 'fork join',
        paths: 'start > fork > pay > c > join; fork > b > b2 > join > end',
      }),
    );
    expect(run.reports).toEqual(['start next b']);
    expect(await run.press('b')).toEqual(['b next b2']);
    expect(await run.finishJob('pay')).toEqual(['…b next c']);
  });
});
