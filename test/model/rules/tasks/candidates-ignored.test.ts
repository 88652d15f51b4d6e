import { expect, test } from 'vitest';
import { fileWith, type UserTaskOptions, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'candidates-ignored';
const multiInstance = { collection: '${people}', elementVariable: 'who' };
const find = (options: UserTaskOptions) => findProblems(fileWith(userTask('sign', options)), rule);

test('candidates beside the assignee of a countersign get a warning', async () => {
  expect(await find({ assignee: '${who}', users: 'bo,chen', multiInstance })).toEqual([
    'warning sign: "sign" is a countersign, so each of its tasks goes only to its assignee (camunda:assignee); the candidates (camunda:candidateUsers) get it only if the assignee names nobody.',
  ]);
});

test('one alone, a task that all share, and one that is not repeated are fine', async () => {
  expect(await find({ assignee: '${who}', multiInstance })).toEqual([]);
  expect(await find({ users: '${who}', multiInstance })).toEqual([]);
  expect(await find({ assignee: 'anna', users: 'bo' })).toEqual([]);
  const attributes = { 'ttc:countersign': 'shared' };
  expect(await find({ assignee: '${who}', users: 'bo', multiInstance, attributes })).toEqual([]);
});
