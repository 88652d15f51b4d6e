import { expect, test } from 'vitest';
import { callActivity, end, fileWith, node, processFile, start } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { prepareAccepted } from '../../prepare/prepare.ts';

const rule = 'service-without-name';

test('a service task that names nothing is called by its id: a guess', async () => {
  const xml = fileWith(node('serviceTask', 'a', { attributes: { implementation: '##WebService' } }));
  const { model, problems } = await readXml(xml);
  expect(model?.services.get('a')?.service).toBe('a');
  expect(problems).toMatchObject([
    {
      severity: 'warning',
      rule,
      elementId: 'a',
      reason: `"a" calls a service, but it does not say which: the host's services['a'] is called.`,
      guess: true,
    },
  ]);
});

test('so is one with an expression that is not understood', async () => {
  const xml = fileWith(node('serviceTask', 'a', { attributes: { 'camunda:expression': '${execution.end(1)}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    `warning a: "a" calls a service, but its expression \${execution.end(1)} cannot be computed here: the host's services['a'] is called.`,
  ]);
});

test('in a called process it is the id that the task has there', async () => {
  const called = processFile([start(), node('serviceTask', 'book'), end()], 'start > book > end', { id: 'called' });
  const xml = processFile([start(), callActivity('call', 'called'), end()], 'start > call > end');
  const { model } = await prepareAccepted(xml, { called });
  expect(model.services.get('call.book')?.service).toBe('book');
});

test.each([
  ['names a service', { 'camunda:decisionRef': 'risk', 'ttc:service': 'risk' }],
  ['is an expression', { 'camunda:expression': '${amount * 2}' }],
])('one that %s is fine', async (_, attributes) => {
  expect(await findProblems(fileWith(node('businessRuleTask', 'a', { attributes })), rule)).toEqual([]);
});
