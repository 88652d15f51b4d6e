import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'id-missing';

test('an element without an id is refused', async () => {
  const xml = fileWith(userTask('a')).replace('id="start-a"', '');
  expect(await findProblems(xml, rule)).toEqual(['error process: A SequenceFlow has no id.']);
});

test('a file with ids is fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
