import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'shared-countersign-not-run-yet';
const multiInstance = { collection: '${people}', elementVariable: 'p' };

test('one task for all signers is refused', async () => {
  const xml = fileWith(userTask('a', { multiInstance, assignee: '${p}', attributes: { 'ttc:countersign': 'shared' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The signers of "a" are to share one task, which this version does not run yet.',
  ]);
});

test('a task for each signer is fine', async () => {
  expect(await findProblems(fileWith(userTask('a', { multiInstance, assignee: '${p}' })), rule)).toEqual([]);
});
