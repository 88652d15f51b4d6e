import { expect, test } from 'vitest';
import { bareTask, end, processFile, serviceTask, start } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'prefix-undeclared';
const undeclared = (xml: string) => xml.replace(/ xmlns:camunda="[^"]*"/, '');
const file = (first: string, last = '') =>
  undeclared(
    processFile(
      [
        start('start', { attributes: { 'camunda:initiator': first } }),
        bareTask('a', { attributes: { 'camunda:assignee': 'bo', 'camunda:priority': last } }),
        serviceTask('b', { service: 'pay', attributes: { 'camunda:asyncBefore': 'true' } }),
        end(),
      ],
      'start > a > b > end',
    ),
  );

test('a prefix that no namespace is declared for is one error, with where it stands and what to write', async () => {
  const { model, problems } = await readXml(file('who', '3'));
  expect(model).toBeUndefined();
  expect(problems).toEqual([
    {
      rule,
      severity: 'error',
      elementId: 'start',
      reason:
        'The file does not declare the prefix camunda, so names with this prefix are not read: camunda:initiator of startEvent start, camunda:assignee of userTask a, camunda:priority of userTask a, 1 more.',
      remedy: 'Write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>.',
    },
  ]);
});

test('where it stands on an element, which the parser cannot pass over, that is said', async () => {
  const xml = file('who').replace(
    /(<userTask[^>]*)\/>/,
    '$1><extensionElements><camunda:taskListener/></extensionElements></userTask>',
  );
  await expect(readXml(xml)).rejects.toThrow(
    'the prefix camunda of camunda:initiator of startEvent start is not declared; write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>',
  );
});

test('of several, each is named', async () => {
  const xml = file('who')
    .replace(/ xmlns:(zeebe|flowable)="[^"]*"/g, '')
    .replace(
      /(<userTask[^>]*)\/>/,
      '$1><extensionElements><zeebe:userTask/><flowable:formProperty/></extensionElements></userTask>',
    );
  await expect(readXml(xml)).rejects.toThrow(
    'the prefix zeebe of <zeebe:userTask> is not declared; write xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" on <definitions>; the prefix camunda of camunda:initiator of startEvent start is not declared; write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>; the prefix flowable of <flowable:formProperty> is not declared; write xmlns:flowable="http://flowable.org/bpmn" on <definitions>',
  );
});

test('one that is declared further in is fine there', async () => {
  const xml = file('who').replace(
    /<(startEvent|userTask|serviceTask)/g,
    '$& xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('what is nearly the namespace of an engine is a warning, and a guess', async () => {
  const xml = file('who').replace('<definitions', '$& xmlns:camunda="http://camunda.org/schema/1.0/bpmn/"');
  const { problems } = await readXml(xml);
  expect(problems.filter((each) => each.rule === rule)).toEqual([
    {
      rule,
      severity: 'warning',
      guess: true,
      elementId: 'definitions',
      reason:
        'The prefix camunda is declared as http://camunda.org/schema/1.0/bpmn/, which is not the namespace of a known engine, so names with this prefix are not read.',
      remedy: 'Write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>, if that is what you mean.',
    },
  ]);
});
