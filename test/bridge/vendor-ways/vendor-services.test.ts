import { afterEach, expect, test } from 'vitest';
import type { ServiceJob } from '../../../src/index.ts';
import { end, node, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** One service after another, each as another vendor writes it. */
const SERVICES = [
  node('serviceTask', 'book'),
  node('sendTask', 'tell', { attributes: { 'flowable:type': 'mail' } }),
  node('serviceTask', 'double', {
    attributes: { 'camunda:expression': '${amount * 2}', 'camunda:resultVariable': 'twice' },
  }),
  node('serviceTask', 'kind', { extensions: '<zeebe:taskDefinition type="=&quot;pay-&quot; + method"/>' }),
  node('businessRuleTask', 'risk', {
    attributes: { 'camunda:decisionRef': 'risk-of-${method}', 'camunda:resultVariable': 'risk' },
  }),
  node('task', 'item', {
    attributes: { 'xmlns:drools': 'http://www.jboss.org/drools', 'drools:taskName': 'Archive' },
    content:
      '<ioSpecification><dataInput id="i" name="Paper"/><dataOutput id="o" name="Place"/></ioSpecification><dataInputAssociation><sourceRef>twice</sourceRef><targetRef>i</targetRef></dataInputAssociation><dataOutputAssociation><sourceRef>o</sourceRef><targetRef>place</targetRef></dataOutputAssociation>',
  }),
];

test('services of all vendors are called by their names, or their ids, and give what follows its variables', async () => {
  const ids = SERVICES.map(({ id }) => id).join(' > ');
  const xml = processFile(
    [start(), userTask('apply', { assignee: 'anna' }), ...SERVICES, userTask('check', { assignee: '${place}' }), end()],
    `start > apply > ${ids} > check > end`,
    { id: 'shop', before: '<property id="twice"/><property id="place"/>' },
  );
  const calls: string[] = [];
  const answer =
    (name: string, result: unknown = {}) =>
    ({ input }: ServiceJob) => {
      calls.push(`${name} ${JSON.stringify(input)}`);
      return result;
    };
  world = await createWorld({
    bridge: {
      defaults: { systemHandler: 'robot' },
      services: {
        book: answer('book'),
        mail: answer('mail'),
        'pay-card': answer('pay-card'),
        dmn: answer('dmn', 'low'),
        Archive: answer('Archive', { Place: 'bo', Other: 1 }),
      },
    },
  });
  const { problems } = await world.bridge.deploy(xml);
  expect(problems.map(({ rule, elementId, guess }) => `${rule} ${elementId}${guess ? ' guess' : ''}`)).toEqual([
    'service-without-name book guess',
    'service-name-computed kind',
    'service-replaces-built-in tell',
    'service-replaces-built-in risk',
  ]);
  const { instanceId } = await world.bridge.start('shop', {
    initiator: 'anna',
    variables: { amount: 4, method: 'card' },
  });
  await world.bridge.idle();
  await world.press('anna', 'apply');
  expect(calls).toEqual([
    'book {}',
    'mail {}',
    'pay-card {}',
    'dmn {"decisionRef":"risk-of-card"}',
    'Archive {"Paper":8}',
  ]);
  await world.press('bo', 'check');
  expect(world.reports()).toEqual(['start next apply', 'apply next check', 'check end']);
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});

test('a computed name that comes out empty is an incident, and goes on once it can be computed', async () => {
  const xml = draw({
    id: 'shop',
    people: { apply: 'anna' },
    others: [node('serviceTask', 'kind', { extensions: '<zeebe:taskDefinition type="=method"/>' })],
    paths: 'start > apply > kind > end',
  });
  world = await createWorld({ bridge: { services: { pay: () => ({}) } } });
  const { instanceId } = await world.begin(xml);
  expect(await world.press('anna', 'apply')).not.toBe(0);
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([{ code: 'ERR_EXPRESSION_FAILED' }]);
  await world.bridge.setVariables(instanceId, { method: 'pay' });
  expect(await world.press('anna', 'apply')).toBe(0);
  expect(world.reports()).toEqual(['start next apply', 'apply end']);
});
