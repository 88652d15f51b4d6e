import { expect, test } from 'vitest';
import { catchEvent, fileWith, message, root, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { prepareAccepted } from '../prepare/prepare.ts';

test.each([
  ['letters of any script', '审批任务'],
  ['a digit in front', '241-a'],
  ['blanks around it', ' padded '],
])('an id with %s is read, and what refers to it', async (_what, id) => {
  const { model, problems } = await readXml(fileWith(userTask('a')).replaceAll('"a"', `"${id}"`));
  expect(problems).toEqual([]);
  expect([...(model?.userTasks.keys() ?? [])]).toEqual([id.trim()]);
});

test('such an id stays where the file is written anew', async () => {
  const called = fileWith(userTask('审批'), { id: '子流程' });
  const calling = fileWith({
    ...subProcess('调用', [], ''),
    tag: 'callActivity',
    attributes: { calledElement: '子流程' },
  });
  const { model } = await prepareAccepted(calling, { 子流程: called });
  expect([...model.userTasks.keys()]).toEqual(['调用.审批']);
});

test('a reference by a qualified name is resolved', async () => {
  const xml = fileWith(catchEvent('wait', message('tns:paid')), { roots: root('message', 'paid', { name: 'Paid' }) });
  const { model, problems } = await readXml(xml);
  expect(problems).toEqual([]);
  expect(model?.events.get('wait')?.trigger).toMatchObject({ kind: 'message', name: { text: 'Paid' } });
});

test('references that are empty refer to nothing', async () => {
  const xml = fileWith(userTask('a'))
    .replace('<startEvent id="start"/>', '<startEvent id="start"><incoming/><outgoing> </outgoing></startEvent>')
    .replace('<userTask id="a"', '<userTask id="a" default=""');
  expect(xml).toContain('<incoming/>');
  expect(xml).toContain('default=""');
  const { model, problems } = await readXml(xml);
  expect(problems).toEqual([]);
  expect([...(model?.userTasks.keys() ?? [])]).toEqual(['a']);
});
