import { expect, test } from 'vitest';
import { fileWith, subProcess, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'id-generated';

test('a process and a user task without an id are named as guesses', async () => {
  const xml = fileWith(subProcess('part', [userTask('a', { name: 'Approve' })], ''))
    .replace('id="process"', '')
    .replace(/ id="a"/, '');
  const { model, problems } = await readXml(xml);
  expect(problems.filter((problem) => problem.rule === rule)).toMatchObject([
    { severity: 'warning', guess: true, elementId: 'Process_1' },
    {
      severity: 'warning',
      guess: true,
      elementId: 'UserTask_part_1',
      reason: expect.stringContaining('"Approve"'),
    },
  ]);
  expect(model?.processId).toBe('Process_1');
});

test('of flows, events and definitions without one nothing is said', async () => {
  const xml = fileWith(userTask('a')).replace('id="start-a"', '').replace('id="definitions"', '');
  expect(await findProblems(xml, rule)).toEqual([]);
});
