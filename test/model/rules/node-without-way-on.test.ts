import { expect, test } from 'vitest';
import { end, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'node-without-way-on';

test('a task that nothing follows is refused', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a');
  expect(await findProblems(xml, rule)).toEqual([
    'error a: No flow leads on from "a", so it is not said what follows it.',
  ]);
});

test('an end event needs nothing behind it', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
