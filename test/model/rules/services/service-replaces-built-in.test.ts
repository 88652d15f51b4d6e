import { expect, test } from 'vitest';
import { fileWith, node, root } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const dmn = 'http://www.jboss.org/drools/dmn';

test.each([
  ['flowable:type="mail"', 'mail', { 'flowable:type': 'mail' }],
  ['activiti:type="shell"', 'shell', { 'activiti:type': 'shell' }],
  ['camunda:decisionRef="risk"', 'dmn', { 'camunda:decisionRef': 'risk' }],
  [`implementation="${dmn}"`, 'dmn', { implementation: dmn }],
  ['the rules prices', 'rules', { 'activiti:rules': 'prices' }],
  [
    'drools:ruleFlowGroup="prices"',
    'rules',
    { 'xmlns:drools': 'http://www.jboss.org/drools', 'drools:ruleFlowGroup': 'prices' },
  ],
])('%s is said to be the service %s', async (thing, service, attributes) => {
  const xml = fileWith(node('businessRuleTask', 'a', { attributes }));
  expect(await findProblems(xml, 'service-replaces-built-in')).toEqual([
    `warning a: "a" is ${thing}, which only the engine it was drawn for has: the host's services['${service}'] is called instead.`,
  ]);
});

test('an own name says enough', async () => {
  const xml = fileWith(node('serviceTask', 'a', { attributes: { 'flowable:type': 'mail', 'ttc:service': 'tell' } }));
  expect(await findProblems(xml, 'service-replaces-built-in')).toEqual([]);
  expect(
    await findProblems(
      fileWith(node('sendTask', 'a', { attributes: { messageRef: 'm' } }), { roots: root('message', 'm') }),
      'service-replaces-built-in',
    ),
  ).toEqual([]);
});
