import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventSubProcess,
  processFile,
  start,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'timer-cycle-fires-once';

const onTask = (text: string, interrupting = true) =>
  processFile(
    [start(), userTask('a'), boundary('late', 'a', timer(text), { interrupting }), end()],
    'start > a > end; late > end',
  );
const besideTask = (isInterrupting: boolean) => {
  const due = start('due', { content: timer('R/P1D'), attributes: { isInterrupting } });
  const handler = eventSubProcess('h', [due, end('he')], 'due > he');
  return processFile([start(), userTask('a'), end(), handler], 'start > a > end');
};

test('a repeating timer that ends what it is attached to is pointed out', async () => {
  expect(await findProblems(onTask('R3/PT1H'), rule)).toEqual([
    'warning late: The timer "late" repeats, but it ends the activity it is attached to, so only its first round happens.',
  ]);
});

test('a repeating timer that ends what runs around it is pointed out', async () => {
  expect(await findProblems(besideTask(true), rule)).toEqual([
    'warning due: The timer "due" repeats, but it ends the scope around its sub-process, so only its first round happens.',
  ]);
});

test('a token that waits for a repeating timer waits once', async () => {
  const xml = processFile([start(), catchEvent('wait', timer('R/PT1H')), end()], 'start > wait > end');
  expect(await findProblems(xml, rule)).toEqual([
    'warning wait: The timer "wait" repeats, but the token goes on, so only its first round happens.',
  ]);
});

test('one that interrupts nothing, one round and a duration are fine', async () => {
  for (const xml of [onTask('R3/PT1H', false), besideTask(false), onTask('R1/PT1H'), onTask('PT1H')]) {
    expect(await findProblems(xml, rule)).toEqual([]);
  }
});
