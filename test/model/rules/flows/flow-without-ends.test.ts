import { expect, test } from 'vitest';
import { end, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'flow-without-ends';

test('a flow that leads nowhere is refused', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end; a > gone').replace(
    ' targetRef="gone"',
    '',
  );
  expect(await findProblems(xml, rule)).toEqual(['error a-gone: The flow leads from "a" to nothing in the process.']);
});

test('a connected flow is fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
