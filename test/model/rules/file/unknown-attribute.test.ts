import { expect, test } from 'vitest';
import { bareTask, fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'unknown-attribute';

test('attributes that BPMN does not have on an element are named, in one warning', async () => {
  const xml = fileWith(userTask('a', { attributes: { cancelActivity: false, startQuantitty: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: BPMN 2.0 has no attribute cancelActivity, startQuantitty on this element, so it is not read.',
  ]);
});

test('one on the process or on the file is named too', async () => {
  const xml = fileWith(userTask('a'), { attributes: { isExecuteable: true } }).replace(
    '<definitions',
    '$& version="2"',
  );
  expect((await findProblems(xml, rule)).map((text) => text.split(':')[0])).toEqual([
    'warning definitions',
    'warning process',
  ]);
});

test('those of vendors, and those that BPMN has, are none', async () => {
  const attributes = { 'ttc:taskName': 'x', 'camunda:priority': 3, 'other:one': 1, startQuantity: 1 };
  const xml = fileWith(userTask('a', { attributes })).replace('<definitions', '$& xmlns:other="http://other"');
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('in a file that declares no engine, a name of theirs is one cause with what is missing for it', async () => {
  const xml = fileWith(bareTask('a', { attributes: { assignee: 'ann' } })).replaceAll(
    / xmlns:(camunda|zeebe|flowable|activiti)="[^"]*"/g,
    '',
  );
  const { problems } = await readXml(xml);
  expect(problems).toEqual([
    {
      rule: 'user-task-without-handler',
      severity: 'error',
      elementId: 'a',
      reason:
        'Nobody can handle the user task "a": it names no assignee, candidate, group or lane. BPMN 2.0 has no attribute assignee on this element, so it is not read.',
      remedy:
        'Write camunda:assignee for assignee, with xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>, if that is what you mean; otherwise remove it.',
    },
  ]);
});

test('what was most likely meant is said, and is a guess', async () => {
  const attributes = { startQuantitty: 2, priority: '3' };
  const { problems } = await readXml(fileWith(userTask('a', { attributes })));
  expect(problems).toMatchObject([
    {
      rule,
      guess: true,
      remedy:
        'Write startQuantity for startQuantitty, camunda:priority for priority, if that is what you mean; otherwise remove it.',
    },
  ]);
});
