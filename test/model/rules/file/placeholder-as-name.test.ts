import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'placeholder-as-name';

test('a placeholder of a template is named, and that it is taken for an account is a guess', async () => {
  const xml = fileWith(userTask('a', { assignee: '{{manager}}', groups: 'clerks, team-{{team}}' }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has {{manager}} (camunda:assignee), team-{{team}} (camunda:candidateGroups), which is used literally: it looks like a placeholder left over from a template.',
  ]);
  const { problems } = await readXml(xml);
  expect(problems.find((each) => each.rule === rule)?.guess).toBe(true);
});

test.each(['${manager}', '={a: {b: "x"}}.a.b', 'ann', '${empty x ? "a" : "b"}'])('%s is none', async (assignee) => {
  expect(await findProblems(fileWith(userTask('a', { assignee })), rule)).toEqual([]);
});
