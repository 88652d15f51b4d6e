/** Defects that a close reading found, each with the smallest diagram that shows it. */
import { expect, test } from 'vitest';
import {
  boundary,
  end,
  error,
  eventSubProcess,
  processFile,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { startScenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

test('a cycle of an event sub-process starts it once a round, also while its task is open', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a',
      others: [
        eventSubProcess(
          'remind',
          [
            start('due', { content: timer('R/PT1H'), attributes: { isInterrupting: false } }),
            userTask('chase'),
            end('chased'),
          ],
          'due > chase > chased',
        ),
      ],
      paths: 'start > a > end',
    }),
  );
  await run.wake(HOUR_MS);
  expect(run.open).toBe('a chase');
  await run.wake(0);
  expect(run.open).toBe('a chase');
  await run.wake(HOUR_MS);
  expect(run.open).toBe('a chase chase(2)');
});

test('what an interrupting event led to may be interrupted in the same step: the task it ended is reported', async () => {
  const run = await startScenario(
    processFile(
      [
        start(),
        userTask('a'),
        boundary('late', 'a', timer('PT1H')),
        subProcess('try', [start('ts'), end('te', { content: error('x') })], 'ts > te'),
        boundary('failed', 'try', error('x')),
        userTask('c'),
        end(),
        end('e2'),
        end('e3'),
      ],
      'start > a > end; late > try > e2; failed > c > e3',
      { roots: root('error', 'x', { errorCode: 'X' }) },
    ),
  );
  expect(await run.wake(2 * HOUR_MS)).toEqual(['a next c']);
});
