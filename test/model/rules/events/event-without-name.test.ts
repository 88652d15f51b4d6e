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
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'event-without-name';

test('events that do not say which message or signal are refused', async () => {
  const xml = processFile(
    [start(), catchEvent('c', message()), throwEvent('t', signal()), end()],
    'start > c > t > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error c: "c" waits for a message, but does not say which one.',
    'error t: "t" throws a signal, but does not say which one.',
  ]);
});

test('a message without a name goes by its id', async () => {
  const xml = processFile([start(), receiveTask('r', 'm'), end()], 'start > r > end', { roots: root('message', 'm') });
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('a receive task needs none', async () => {
  expect(await findProblems(processFile([start(), receiveTask('r'), end()], 'start > r > end'), rule)).toEqual([]);
});

test('a message that is thrown without saying which is passed over', async () => {
  const xml = processFile([start(), throwEvent('t', message()), end('end', { content: message() })], 'start > t > end');
  expect(await findProblems(xml, rule)).toEqual([
    'warning t: "t" throws a message, but does not say which one: nothing is sent, and the token goes on.',
    'warning end: "end" throws a message, but does not say which one: nothing is sent, and the token goes on.',
  ]);
});
