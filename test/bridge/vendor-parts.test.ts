/** Parts of vendors' files that decide what people see, when it happens, and who hears of it. */
import { expect, it } from 'vitest';
import { BpmnError } from '../../src/host.ts';
import { runs } from './vendor-run.ts';
import { createWorld, type World } from './world.ts';

const file = (namespaces: string, roots: string, content: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${namespaces} targetNamespace="t">${roots}
  <process id="p" isExecutable="true"><startEvent id="s"/>${content}</process></definitions>`;
const flow = (from: string, to: string) => `<sequenceFlow sourceRef="${from}" targetRef="${to}"/>`;
const extend = (content: string) => `<extensionElements>${content}</extensionElements>`;
const CAMUNDA = 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"';
const FLOWABLE = 'xmlns:flowable="http://flowable.org/bpmn"';
const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';
const DROOLS = 'xmlns:drools="http://www.jboss.org/drools"';

const zeebeTask = (id: string, assignee: string, more = '') =>
  `<userTask id="${id}">${extend(`<zeebe:assignmentDefinition assignee="${assignee}"/>${more}`)}</userTask>`;

async function begin(world: World, xml: string, variables = {}): Promise<string> {
  await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start('p', { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

const PAGE = 'https://pages.example/sign';

it.each([
  [
    'Camunda 8',
    ZEEBE,
    zeebeTask('sign', 'bo', `<zeebe:formDefinition formKey="${PAGE}"/><zeebe:taskSchedule dueDate="=due"/>`),
  ],
  [
    'Camunda 7',
    CAMUNDA,
    `<userTask id="sign" camunda:assignee="bo" camunda:formKey="${PAGE}" camunda:dueDate="\${due}"/>`,
  ],
  [
    'Flowable',
    FLOWABLE,
    `<userTask id="sign" flowable:assignee="bo" flowable:formKey="${PAGE}" flowable:dueDate="\${due}"/>`,
  ],
])('the page and the due date of a task of %s', async (_, vendor, task) => {
  await using world = await createWorld();
  await begin(world, file(vendor, '', task + flow('s', 'sign')), { due: 'P2D' });
  const [report] = await world.bridge.outbox.list();
  expect(report?.report.item.next).toMatchObject([{ handlers: 'bo', handleUrl: PAGE, timeOut: 48 }]);
  expect(await world.press('bo', 'sign')).toBe(0);
  expect(world.reports()).toEqual(['start next sign', 'sign end']);
});

it('a message of Camunda 8 finds the instance by the key of its subscription', async () => {
  await using world = await createWorld();
  const paid = `<message id="m" name="paid">${extend('<zeebe:subscription correlationKey="=order"/>')}</message>`;
  const wait = '<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
  await begin(world, file(ZEEBE, paid, wait + zeebeTask('file', 'bo') + flow('s', 'wait') + flow('wait', 'file')), {
    order: 'o-1',
  });
  expect(await world.bridge.message({ name: 'paid', correlationKey: 'o-2' })).toMatchObject({ matched: false });
  expect(await world.bridge.message({ name: 'paid', correlationKey: 'o-1' })).toMatchObject({ matched: true });
  await world.bridge.idle();
  expect(await world.press('bo', 'file')).toBe(0);
  expect(world.reports()).toEqual(['start next file', 'file end']);
});

it('a message and a signal of Flowable whose names are computed', async () => {
  await using world = await createWorld();
  const catches = `<intermediateCatchEvent id="m"><messageEventDefinition flowable:messageExpression="paid-\${order}"/></intermediateCatchEvent>
    <intermediateCatchEvent id="g"><signalEventDefinition flowable:signalExpression="sent-\${order}"/></intermediateCatchEvent>
    <userTask id="file" flowable:assignee="bo"/>${flow('s', 'm')}${flow('m', 'g')}${flow('g', 'file')}`;
  const instanceId = await begin(world, file(FLOWABLE, '', catches), { order: 7 });
  expect(await world.bridge.message({ name: 'paid-7', instanceId })).toMatchObject({ matched: true });
  await world.bridge.broadcast({ name: 'sent-7' });
  await world.bridge.idle();
  expect(await world.press('bo', 'file')).toBe(0);
  expect(world.reports()).toEqual(['start next file', 'file end']);
});

it('a conditional event of Camunda 8 listens to the variables of its filter alone', async () => {
  await using world = await createWorld();
  const filter = extend('<zeebe:conditionalFilter variableNames="stock" variableEvents="update"/>');
  const wait = `<intermediateCatchEvent id="wait"><conditionalEventDefinition>${filter}<condition>=stock + extra &gt; 10</condition></conditionalEventDefinition></intermediateCatchEvent>`;
  const xml = file(ZEEBE, '', wait + zeebeTask('file', 'bo') + flow('s', 'wait') + flow('wait', 'file'));
  const instanceId = await begin(world, xml, { stock: 1, extra: 0 });
  await world.bridge.setVariables(instanceId, { extra: 20 });
  await world.bridge.idle();
  expect(world.pending()).toEqual([]);
  await world.bridge.setVariables(instanceId, { stock: 2 });
  await world.bridge.idle();
  expect(await world.press('bo', 'file')).toBe(0);
});

runs('a decision of Camunda 8', {
  xml: file(
    ZEEBE,
    '',
    `<businessRuleTask id="rate">${extend('<zeebe:calledDecision decisionId="rating" resultVariable="clerk"/>')}</businessRuleTask>
    ${zeebeTask('check', '=clerk')}${flow('s', 'rate')}${flow('rate', 'check')}`,
  ),
  services: { dmn: 'bo' },
  warned: ['service-in-place'],
  happens: ['bo check'],
  told: ['dmn {"decisionId":"rating"}', 'start next check (bo)', 'check end'],
});

runs('a case of Flowable, as a service of the host', {
  xml: file(
    FLOWABLE,
    '',
    `<serviceTask id="claim" flowable:type="case" flowable:caseDefinitionKey="damage" flowable:caseInstanceName="No \${n}"/>
    <userTask id="check" flowable:assignee="bo"/>${flow('s', 'claim')}${flow('claim', 'check')}`,
  ),
  variables: { n: 4 },
  services: { case: {} },
  warned: ['service-in-place'],
  happens: ['bo check'],
  told: ['case {"caseDefinitionKey":"damage","caseInstanceName":"No 4"}', 'start next check (bo)', 'check end'],
});

runs('the code of an error that Flowable catches, in a variable', {
  xml: file(
    FLOWABLE,
    '<error id="e" errorCode="NO_MONEY"/>',
    `<serviceTask id="pay" flowable:delegateExpression="\${payer}"/>
    <boundaryEvent id="broke" attachedToRef="pay"><errorEventDefinition errorRef="e" flowable:errorVariableName="why"/></boundaryEvent>
    <userTask id="look" flowable:assignee="\${why == 'NO_MONEY' ? 'bo' : 'chen'}"/>${flow('s', 'pay')}${flow('broke', 'look')}`,
  ),
  services: { payer: new BpmnError('NO_MONEY') },
  happens: ['bo look'],
  told: ['payer {}', 'start next look (bo)', 'look end'],
});

runs('the code of an escalation that Camunda 7 catches, in a variable', {
  xml: file(
    CAMUNDA,
    '<escalation id="up" escalationCode="BOSS"/>',
    `<subProcess id="sub"><startEvent id="in"/><endEvent id="out"><escalationEventDefinition escalationRef="up"/></endEvent>${flow('in', 'out')}</subProcess>
    <boundaryEvent id="caught" attachedToRef="sub"><escalationEventDefinition camunda:escalationCodeVariable="code"/></boundaryEvent>
    <userTask id="look" camunda:assignee="\${code == 'BOSS' ? 'bo' : 'chen'}"/>${flow('s', 'sub')}${flow('caught', 'look')}`,
  ),
  happens: ['bo look'],
  told: ['start next look (bo)', 'look end'],
});

runs('a cycle of Flowable that has an end date', {
  xml: file(
    FLOWABLE,
    '',
    `<userTask id="sign" flowable:assignee="anna"/>
    <boundaryEvent id="again" attachedToRef="sign" cancelActivity="false"><timerEventDefinition>
    <timeCycle flowable:endDate="2026-01-01T08:30:00Z">R5/PT1H</timeCycle></timerEventDefinition></boundaryEvent>
    <userTask id="remind" flowable:assignee="bo"/>${flow('s', 'sign')}${flow('again', 'remind')}`,
  ),
  warned: ['opened-for-each-token'],
  happens: ['1 hour', '1 hour', 'bo remind', 'anna sign'],
  told: ['start next sign (anna)', 'start next remind (bo)', 'remind none', 'sign end'],
});

runs('an operation of an interface, as jBPM writes it', {
  xml: file(
    DROOLS,
    '',
    `<serviceTask id="book" implementation="Java" drools:serviceimplementation="Java" drools:serviceinterface="com.acme.Books" drools:serviceoperation="enter"/>
    <userTask id="check"><potentialOwner><resourceAssignmentExpression><formalExpression>bo</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>
    ${flow('s', 'book')}${flow('book', 'check')}`,
  ),
  services: { 'com.acme.Books.enter': {} },
  happens: ['bo check'],
  told: ['com.acme.Books.enter {}', 'start next check (bo)', 'check end'],
});

it('a call of Flowable that hands all variables in', async () => {
  await using world = await createWorld();
  const called = `<process id="sign-off" isExecutable="true"><startEvent id="cs"/><userTask id="sign" flowable:assignee="\${clerk}"/>${flow('cs', 'sign')}</process>`;
  const call = `<callActivity id="call" calledElement="sign-off" flowable:inheritVariables="true"/>${flow('s', 'call')}`;
  await begin(world, file(FLOWABLE, '', call).replace('</definitions>', `${called}</definitions>`), { clerk: 'bo' });
  expect(await world.press('bo', 'call.sign')).toBe(0);
  expect(world.reports()).toEqual(['start next call.sign', 'call.sign end']);
});
