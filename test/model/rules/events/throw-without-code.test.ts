import { expect, test } from 'vitest';
import {
  boundary,
  end,
  error,
  escalation,
  processFile,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'throw-without-code';

test('an error or escalation that is thrown without saying which gets a warning', async () => {
  const xml = processFile(
    [start(), userTask('a'), throwEvent('t', escalation()), end('end', { content: error() })],
    'start > a > t > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning t: "t" throws an escalation, but does not say which one: only events that catch every escalation catch it, and there is none here, so nothing happens.',
    'warning end: "end" throws an error, but does not say which one: only events that catch every error catch it, and there is none here, so the step fails.',
  ]);
  // One cause, one problem.
  for (const other of ['error-not-caught', 'escalation-not-caught']) expect(await findProblems(xml, other)).toEqual([]);
});

test('where every one is caught, it says no more than that', async () => {
  const inner = subProcess('sub', [start('s'), throwEvent('t', escalation()), end('e')], 's > t > e');
  const xml = processFile([start(), inner, boundary('b', 'sub', escalation()), end()], 'start > sub > end; b > end');
  expect(await findProblems(xml, rule)).toEqual([expect.stringMatching(/catch every escalation catch it\.$/)]);
});

test('catching every one is fine, and so is an error that has only an id', async () => {
  const xml = processFile(
    [start(), userTask('a'), boundary('b', 'a', error()), end('end', { content: error('e') })],
    'start > a > end; b > end',
    { roots: root('error', 'e') },
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
