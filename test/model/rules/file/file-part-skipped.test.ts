import { expect, test } from 'vitest';
import { end, fileWith, node, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'file-part-skipped';

test('an element that BPMN does not have is refused', async () => {
  const xml = processFile([start(), node('wonder', 'w'), userTask('a'), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringContaining('error definitions: A part of the file is not BPMN 2.0 and was skipped: line '),
  ]);
});

test('text between elements is passed over, with a warning', async () => {
  const xml = fileWith(userTask('a')).replace('</process>', 'forgotten</process>');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning definitions: ')]);
});

test('elements of other namespaces are not', async () => {
  const xml = fileWith(userTask('a', { extensions: '<x:y xmlns:x="http://x"/>' }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test.each([
  ['<usertask id="x"/>', 'Write <userTask>, if that is what you mean.'],
  ['<userTask id="my task"/>', 'Give it an id of letters, digits, _, - and ., without spaces.'],
  ['<camunda:taskListener/>', 'Put it into the <extensionElements> of the element that holds it.'],
])('of %s it is said what to do', async (part, remedy) => {
  const { problems } = await readXml(fileWith(userTask('a')).replace('</process>', `${part}</process>`));
  expect(problems).toMatchObject([{ rule, remedy }]);
});

test('a broken attribute is said once', async () => {
  const xml = fileWith(userTask('a')).replace('<userTask ', '<userTask name="a"b="c" d ');
  const { problems } = await readXml(xml);
  expect(problems.filter((each) => each.rule === rule)).toHaveLength(1);
});

test('an attribute with a prefix that cannot be read says what may stand in its name', async () => {
  const xml = fileWith(userTask('a')).replace('<userTask ', '<userTask 审批:x="1" ');
  expect((await readXml(xml)).problems).toMatchObject([
    { rule, remedy: expect.stringMatching(/^Names of attributes and prefixes must begin with/) },
  ]);
});
