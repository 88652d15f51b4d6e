import { expect, test } from 'vitest';
import { fileWith, type UserTaskOptions, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'handlers-and-group';

test('people and a group together get a warning', async () => {
  const xml = fileWith(userTask('a', { assignee: 'anna', groups: 'hr' }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" names people (camunda:assignee) and a group (camunda:candidateGroups); the center accepts only one of the two.',
  ]);
});

test('people alone are fine', async () => {
  const xml = fileWith(userTask('a', { assignee: 'anna', users: 'bert' }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('where nobody is assigned, that the group gives way is a guess', async () => {
  const guesses = async (options: UserTaskOptions) =>
    (await readXml(fileWith(userTask('a', { groups: 'clerks', ...options })))).problems.map(({ guess }) => guess);
  expect(await guesses({ users: 'bo' })).toEqual([true]);
  expect(await guesses({ assignee: 'bo' })).toEqual([undefined]);
});
