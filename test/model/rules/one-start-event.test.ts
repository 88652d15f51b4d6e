import { expect, test } from 'vitest';
import { end, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'one-start-event';

test('a process without a start event is refused', async () => {
  const xml = processFile([userTask('a'), end()], 'a > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error process: The process has no start event, so there is nowhere to begin.',
  ]);
});

test('a second start event is refused', async () => {
  const xml = processFile([start(), start('again'), userTask('a'), end()], 'start > a > end; again > a');
  expect(await findProblems(xml, rule)).toEqual([
    'error again: The process has 2 start events, and a start could not tell which one it means.',
  ]);
});

test('one start event is fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
