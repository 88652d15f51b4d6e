import { describe, expect, test } from 'vitest';
import { fileWith, node } from '../../support/bpmn-xml.ts';
import { readServiceNode } from '../read-accepted.ts';

const withAttributes = (attributes: Record<string, string>, extensions = '') =>
  fileWith(node('serviceTask', 'a', { attributes, extensions }));

describe('the name of a service', () => {
  test.each([
    ['ttc:service', withAttributes({ 'ttc:service': 'pay', 'camunda:topic': 'x' }), 'pay'],
    [
      'camunda:topic',
      withAttributes({ 'camunda:type': 'external', 'camunda:topic': 'pay', implementation: 'x' }),
      'pay',
    ],
    ['zeebe:taskDefinition', withAttributes({}, '<zeebe:taskDefinition type="pay"/>'), 'pay'],
    ['camunda:delegateExpression', withAttributes({ 'camunda:delegateExpression': '${payService}' }), 'payService'],
    ['#{..}', withAttributes({ 'camunda:delegateExpression': '#{payService}' }), 'payService'],
    ['camunda:expression', withAttributes({ 'camunda:expression': '${pay.now(order, 1)}' }), 'pay'],
    ['flowable:delegateExpression', withAttributes({ 'flowable:delegateExpression': '${pay}' }), 'pay'],
    ['activiti:expression', withAttributes({ 'activiti:expression': '${pay.now()}' }), 'pay'],
    ['the class', withAttributes({ 'camunda:class': 'org.example.Pay' }), 'org.example.Pay'],
    ['implementation', withAttributes({ implementation: 'pay' }), 'pay'],
    ["bpmn-engine's own form", withAttributes({ implementation: '${environment.services.pay}' }), 'pay'],
    ['with arguments', withAttributes({ implementation: '${environment.services.pay(1)}' }), 'pay'],
  ])('%s', async (_title, xml, name) => {
    expect((await readServiceNode(xml)).service).toBe(name);
  });
});

test.each(['sendTask', 'businessRuleTask'])('a %s is a service', async (tag) => {
  const xml = fileWith(node(tag, 'a', { name: 'Tell', attributes: { 'ttc:service': 'tell' } }));
  expect(await readServiceNode(xml)).toMatchObject({ nodeId: 'a', nodeName: 'Tell', service: 'tell' });
});

test.each([
  ['camunda:resultVariable', { 'camunda:resultVariable': 'r' }],
  ['flowable:resultVariable', { 'flowable:resultVariable': 'r' }],
  ['flowable:resultVariableName', { 'flowable:resultVariableName': 'r' }],
  ['activiti:resultVariableName', { 'activiti:resultVariableName': 'r' }],
])('%s takes the result', async (_title, attributes) => {
  expect((await readServiceNode(withAttributes({ 'ttc:service': 's', ...attributes }))).resultVariable).toBe('r');
});

test('without one, the keys of the result become variables', async () => {
  expect(await readServiceNode(withAttributes({ 'ttc:service': 's' }))).not.toHaveProperty('resultVariable');
});

describe('mappings', () => {
  const mapped = async (extensions: string) => {
    const { inputs, outputs } = await readServiceNode(withAttributes({ 'ttc:service': 's' }, extensions));
    const texts = (mappings: typeof inputs) => mappings.map(({ name, value }) => [name, value.text]);
    return { inputs: texts(inputs), outputs: texts(outputs) };
  };

  test('of Camunda 7', async () => {
    const extensions =
      '<camunda:inputOutput><camunda:inputParameter name="to">${mail}</camunda:inputParameter><camunda:inputParameter name="text">Hello</camunda:inputParameter><camunda:outputParameter name="sent">${ok}</camunda:outputParameter></camunda:inputOutput>';
    expect(await mapped(extensions)).toEqual({
      inputs: [
        ['to', '${mail}'],
        ['text', 'Hello'],
      ],
      outputs: [['sent', '${ok}']],
    });
  });

  test('of Camunda 8', async () => {
    const extensions =
      '<zeebe:ioMapping><zeebe:input source="=mail" target="to"/><zeebe:output source="=ok" target="sent"/></zeebe:ioMapping>';
    expect(await mapped(extensions)).toEqual({ inputs: [['to', '=mail']], outputs: [['sent', '=ok']] });
  });
});
