import { expect, test } from 'vitest';
import {
  boundary,
  end,
  error,
  eventSubProcess,
  processFile,
  serviceTask,
  start,
  timer,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'error-always-interrupts';
const on = (event: string, interrupting: boolean) =>
  processFile(
    [start(), serviceTask('a'), boundary('b', 'a', event, { interrupting }), end()],
    'start > a > end; b > end',
  );

test('an error at a boundary that is drawn as not interrupting gets a warning', async () => {
  expect(await findProblems(on(error(), false), rule)).toEqual([
    'warning b: The error event "b" is drawn as non-interrupting, but an error always interrupts.',
  ]);
  expect(await findProblems(on(error(), true), rule)).toEqual([]);
  expect(await findProblems(on(timer('P1D'), false), rule)).toEqual([]);
});

test('so does one that starts an event sub-process', async () => {
  const handler = (isInterrupting: boolean) =>
    eventSubProcess('h', [start('hs', { content: error(), attributes: { isInterrupting } }), end('he')], 'hs > he');
  const file = (isInterrupting: boolean) =>
    processFile([start(), serviceTask('a'), end(), handler(isInterrupting)], 'start > a > end');
  expect(await findProblems(file(false), rule)).toHaveLength(1);
  expect(await findProblems(file(true), rule)).toEqual([]);
});
