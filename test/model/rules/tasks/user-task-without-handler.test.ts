import { expect, test } from 'vitest';
import { defaultAssignmentOf } from '../../../../src/model/default-assignment.ts';
import type { ModelOptions } from '../../../../src/model/model-options.ts';
import {
  bareTask,
  bpmn,
  end,
  fileWith,
  lanes,
  process,
  processFile,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'user-task-without-handler';

test('a user task that names nobody is refused', async () => {
  const xml = fileWith(bareTask('a', { name: 'Approve' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: Nobody can handle the user task "Approve": it names no assignee, candidate, group or lane.',
  ]);
});

test.each([
  [{ defaultAssignment: defaultAssignmentOf({ handlers: '${boss}, carl' }) }, '${boss}, carl (defaults.handlers)'],
  [{ defaultAssignment: defaultAssignmentOf({ handlingGroup: 'desk' }) }, 'desk (defaults.handlingGroup)'],
  [{ assigns: true }, 'the people whom the function assign names'],
  [
    { assigns: true, defaultAssignment: defaultAssignmentOf({ handlers: 'ann' }) },
    'the people whom the function assign names, else ann (defaults.handlers)',
  ],
])('the host says who gets it: a guess that says so', async (options, who) => {
  const xml = fileWith(bareTask('a', { name: 'Approve' }));
  expect(await findProblems(xml, rule, options as ModelOptions)).toEqual([
    `warning a: The user task "Approve" goes to ${who}: it names no assignee, candidate, group or lane.`,
  ]);
  const { problems } = await readXml(xml, options as ModelOptions);
  expect(problems.filter((problem) => problem.rule === rule)).toMatchObject([{ guess: true }]);
});

test('a resource without accounts is named', async () => {
  const xml = bpmn(
    '<resource id="r" name="Clerk"/>',
    process(
      'p',
      [start(), bareTask('a', { content: '<potentialOwner><resourceRef>r</resourceRef></potentialOwner>' }), end()],
      'start > a > end',
    ),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: Nobody can handle the user task "a": it names the resource "Clerk", which does not name accounts.',
  ]);
});

test('any source of a handler will do', async () => {
  const xml = processFile([start(), userTask('a', { groups: 'hr' }), bareTask('b'), end()], 'start > a > b > end', {
    before: lanes({ Finance: ['b'] }),
  });
  expect(await findProblems(xml, rule)).toEqual([]);
});
