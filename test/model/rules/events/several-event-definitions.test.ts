import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  fileWith,
  processFile,
  root,
  signal,
  start,
  terminate,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'several-event-definitions';
const roots = root('signal', 'x');
const both = timer('PT1H') + signal('x');

test('an event that waits for all of several, ends everything besides, or starts by two timers is refused', async () => {
  const all = { ...catchEvent('c', both), attributes: { parallelMultiple: true } };
  expect(await findProblems(fileWith(all, { roots }), rule)).toEqual([
    'error c: The event "c" has several definitions (timer, signal), and waits for all of them (parallelMultiple), which is not run.',
  ]);
  const last = end('end', { content: signal('x') + terminate() });
  expect(await findProblems(processFile([start(), last], 'start > end', { roots }), rule)).toEqual([
    'error end: The event "end" has several definitions (signal, terminate), but nothing is thrown any more once it terminates.',
  ]);
  const first = start('start', { content: timer('PT1H') + timer('PT2H') });
  expect(await findProblems(processFile([first, end()], 'start > end'), rule)).toEqual([
    'error start: The event "start" has several definitions (timer, timer), but a start event of a process can have only one timer.',
  ]);
});

test('one definition is fine, and so are several of which any fires', async () => {
  expect(await findProblems(fileWith(catchEvent('c', timer('PT1H'))), rule)).toEqual([]);
  expect(await findProblems(fileWith(catchEvent('c', both), { roots }), rule)).toEqual([]);
});

test('each definition has to run where it stands', async () => {
  const xml = processFile(
    [start(), userTask('a'), boundary('b', 'a', `${timer('PT1H')}<compensateEventDefinition/>`), end()],
    'start > a > end; b > end',
  );
  expect(await findProblems(xml, 'element-not-supported')).toEqual([
    'error b: This version does not run a compensation boundary event.',
  ]);
});
