import { expect, test } from 'vitest';
import { bareTask, bpmn, end, fileWith, lanes, process, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'user-task-without-handler';

test('a user task that names nobody is refused', async () => {
  const xml = fileWith(bareTask('a', { name: 'Approve' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: Nobody can handle the user task "Approve": it names no assignee, candidate, group or lane.',
  ]);
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
    'error a: Nobody can handle the user task "a": it names the resource "Clerk", which does not say whose accounts it stands for.',
  ]);
});

test('any source of a handler will do', async () => {
  const xml = processFile([start(), userTask('a', { groups: 'hr' }), bareTask('b'), end()], 'start > a > b > end', {
    before: lanes({ Finance: ['b'] }),
  });
  expect(await findProblems(xml, rule)).toEqual([]);
});
