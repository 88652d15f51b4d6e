import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'standard-loop-not-supported-yet';

test('a loop marker is refused', async () => {
  const xml = fileWith(userTask('a', { content: '<standardLoopCharacteristics/>' }));
  expect(await findProblems(xml, rule)).toEqual(['error a: This version does not run the loop marker of "a".']);
});

test('a multi-instance marker is no loop marker', async () => {
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
