import { expect, test } from 'vitest';
import {
  catchEvent,
  end,
  message,
  processFile,
  receiveTask,
  root,
  signal,
  start,
  throwEvent,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'event-without-name';

test('events and receive tasks that do not say which message or signal are refused', async () => {
  const xml = processFile(
    [start(), receiveTask('r'), catchEvent('c', message()), throwEvent('t', signal()), end()],
    'start > r > c > t > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error r: "r" waits for a message, but it is not said which.',
    'error c: "c" waits for a message, but it is not said which.',
    'error t: "t" throws a signal, but it is not said which.',
  ]);
});

test('a message without a name goes by its id', async () => {
  const xml = processFile([start(), receiveTask('r', 'm'), end()], 'start > r > end', { roots: root('message', 'm') });
  expect(await findProblems(xml, rule)).toEqual([]);
});
