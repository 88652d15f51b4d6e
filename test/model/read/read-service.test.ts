import { describe, expect, test } from 'vitest';
import { fileWith, node } from '../../support/bpmn-xml.ts';
import { readServiceNode } from '../read-accepted.ts';

const withAttributes = (attributes: Record<string, string>, extensions = '') =>
  fileWith(node('serviceTask', 'a', { attributes, extensions }));

const operation = (attributes: Record<string, string>) =>
  fileWith(node('serviceTask', 'a', { attributes: { ...attributes, operationRef: 'o' } }), {
    roots:
      '<message id="m"/><interface id="i" name="org.example.Shop"><operation id="o" name="pay"><inMessageRef>m</inMessageRef></operation></interface>',
  });

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
    ['flowable:topic', withAttributes({ 'flowable:type': 'external-worker', 'flowable:topic': 'pay' }), 'pay'],
    ['an external worker without a topic', withAttributes({ 'flowable:type': 'external-worker' }), 'a'],
    ['a built-in type', withAttributes({ 'flowable:type': 'mail', 'flowable:class': 'x' }), 'mail'],
    [
      'a connector',
      withAttributes({}, '<camunda:connector><camunda:connectorId>http</camunda:connectorId></camunda:connector>'),
      'http',
    ],
    ['zeebe:calledDecision', withAttributes({}, '<zeebe:calledDecision decisionId="risk"/>'), 'dmn'],
    ['the operation', operation({ implementation: '##WebService' }), 'pay'],
    ['class and method of jBPM', operation({ implementation: 'Java' }), 'org.example.Shop.pay'],
    [
      'the same in its own words',
      withAttributes({
        implementation: 'Java',
        'xmlns:drools': 'http://www.jboss.org/drools',
        'drools:serviceinterface': 'Shop',
        'drools:serviceoperation': 'pay',
      }),
      'Shop.pay',
    ],
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

describe('what a vendor gives its own service', () => {
  const given = async (xml: string) => {
    const { inputs, outputs } = await readServiceNode(xml);
    const read = (mappings: typeof inputs, scope: object) =>
      Object.fromEntries(mappings.map(({ name, value }) => [name, value.evaluate({ ...scope })]));
    return { input: read(inputs, { order: 7 }), kept: read(outputs, { result: { Answer: 'yes' } }) };
  };

  test('is input: headers of Camunda 8 as they stand, below a mapping of the same name', async () => {
    const extensions =
      '<zeebe:taskDefinition type="t"/><zeebe:taskHeaders><zeebe:header key="to.whom" value="=x"/><zeebe:header key="b" value="2"/></zeebe:taskHeaders><zeebe:ioMapping><zeebe:input source="=order" target="b"/></zeebe:ioMapping>';
    expect((await given(withAttributes({}, extensions))).input).toEqual({ 'to.whom': '=x', b: 7 });
  });

  test.each([
    ['a decision of Camunda 7', withAttributes({ 'camunda:decisionRef': 'risk' }), { decisionRef: 'risk' }],
    [
      'a decision of Camunda 8',
      withAttributes({}, '<zeebe:calledDecision decisionId="=&quot;r&quot; + &quot;isk&quot;"/>'),
      { decisionId: 'risk' },
    ],
    [
      'a case of Flowable',
      withAttributes({ 'flowable:type': 'case', 'flowable:caseDefinitionKey': 'c${order}' }),
      { caseDefinitionKey: 'c7' },
    ],
    [
      'an event of Flowable',
      withAttributes(
        { 'flowable:type': 'send-event' },
        '<flowable:eventType>sold</flowable:eventType><flowable:eventInParameter source="order" target="number"/>',
      ),
      { eventType: 'sold', number: 7 },
    ],
    [
      'a connector',
      withAttributes(
        {},
        '<camunda:connector><camunda:connectorId>http</camunda:connectorId><camunda:inputOutput><camunda:inputParameter name="url">x/${order}</camunda:inputParameter></camunda:inputOutput></camunda:connector>',
      ),
      { url: 'x/7' },
    ],
  ])('of %s', async (_title, xml, input) => {
    expect((await given(xml)).input).toEqual(input);
  });

  test('data inputs are input, and data outputs say which variables are kept', async () => {
    const content =
      '<ioSpecification><dataInput id="i1" name="Order No"/><dataInput id="i2" name="Kind"/><dataOutput id="o1" name="Answer"/></ioSpecification>' +
      '<dataInputAssociation><sourceRef>v1</sourceRef><targetRef>i1</targetRef></dataInputAssociation>' +
      '<dataInputAssociation><targetRef>i2</targetRef><assignment><from>sale</from><to>i2</to></assignment></dataInputAssociation>' +
      '<dataOutputAssociation><sourceRef>o1</sourceRef><targetRef>v2</targetRef></dataOutputAssociation>';
    const xml = fileWith(node('serviceTask', 'a', { attributes: { 'ttc:service': 's' }, content }), {
      before: '<property id="v1" name="order"/><property id="v2" name="answer"/>',
    });
    expect(await given(xml)).toEqual({ input: { 'Order No': 7, Kind: 'sale' }, kept: { answer: 'yes' } });
  });
});
