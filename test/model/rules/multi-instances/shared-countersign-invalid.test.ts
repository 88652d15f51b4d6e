import { expect, test } from 'vitest';
import { fileWith, type UserTaskOptions, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'shared-countersign-invalid';

const shared = (options: UserTaskOptions) =>
  fileWith(userTask('a', { ...options, attributes: { 'ttc:countersign': 'shared' } }));
const overPeople = { collection: '${people}', elementVariable: 'p' };

test.each([
  ['for one person', {}, 'it has no multi-instance marker'],
  [
    'one after the other',
    { multiInstance: { ...overPeople, sequential: true } },
    'its multi-instance marker is sequential',
  ],
  ['that are only counted', { multiInstance: { cardinality: 2 } }, 'it only says how many signers there are'],
  ['of a group', { multiInstance: overPeople, groups: 'hr' }, 'it goes to a group'],
])('one task for signers %s is refused', async (_who, options, reason) => {
  expect(await findProblems(shared(options), rule)).toEqual([
    `error a: The signers of "a" should share one task, but ${reason}.`,
  ]);
});

test('one task for the people of a collection is fine, and so is a task per signer', async () => {
  expect(await findProblems(shared({ multiInstance: overPeople, assignee: '${p}' }), rule)).toEqual([]);
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
