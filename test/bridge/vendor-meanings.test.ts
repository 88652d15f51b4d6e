/** What a vendor means otherwise than it looks, where another reading would change who decides. */
import { expect, it } from 'vitest';
import { createWorld } from './world.ts';

const file = (namespaces: string, roots: string, content: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${namespaces} targetNamespace="t">${roots}
  <process id="p" isExecutable="true"><startEvent id="s"/>${content}</process></definitions>`;
const flow = (from: string, to: string, condition = '') =>
  `<sequenceFlow sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`;
const FLOWABLE = 'xmlns:flowable="http://flowable.org/bpmn" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';

it('a data object of Flowable with a value is a variable from the start', async () => {
  await using world = await createWorld();
  const limit =
    '<dataObject id="limit" name="limit" itemSubjectRef="xsd:int"><extensionElements><flowable:value>1000</flowable:value></extensionElements></dataObject>';
  const nodes =
    '<exclusiveGateway id="g" default="d"/><userTask id="boss" flowable:assignee="bo"/><userTask id="pay" flowable:assignee="pat"/>';
  const flows = `${flow('s', 'g')}${flow('g', 'boss', '${amount &gt; limit}')}<sequenceFlow id="d" sourceRef="g" targetRef="pay"/>`;
  await world.bridge.deploy(file(FLOWABLE, '', limit + nodes + flows));
  await world.bridge.start('p', { initiator: 'ini', variables: { amount: 50_000 } });
  await world.bridge.start('p', { initiator: 'ini', variables: { amount: 50_000, limit: 60_000 } });
  await world.bridge.idle();
  expect((await world.bridge.tasks.list()).map(({ nodeId }) => nodeId).toSorted()).toEqual(['boss', 'pay']);
});

it('a signal that Flowable limits to its instance is heard in no other', async () => {
  await using world = await createWorld();
  const signal = '<signal id="sg" name="approved" flowable:scope="processInstance"/>';
  const event = '<signalEventDefinition signalRef="sg"/>';
  const nodes = `<parallelGateway id="f"/><userTask id="boss" flowable:assignee="bo"/>
    <intermediateThrowEvent id="tell">${event}</intermediateThrowEvent>
    <intermediateCatchEvent id="hear">${event}</intermediateCatchEvent><userTask id="pay" flowable:assignee="pat"/>`;
  const flows = `${flow('s', 'f')}${flow('f', 'boss')}${flow('f', 'hear')}${flow('boss', 'tell')}${flow('hear', 'pay')}`;
  await world.bridge.deploy(file(FLOWABLE, signal, nodes + flows));
  const first = await world.bridge.start('p', { initiator: 'ini' });
  await world.bridge.start('p', { initiator: 'ini' });
  await world.bridge.idle();
  const [boss] = await world.bridge.tasks.list({ instanceId: first.instanceId });
  await world.bridge.press(boss?.taskId ?? '', { account: 'bo' });
  await world.bridge.idle();
  const paying = (await world.bridge.tasks.list()).filter(({ nodeId }) => nodeId === 'pay');
  expect(paying.map(({ instanceId }) => instanceId)).toEqual([first.instanceId]);
});

it('loopCounter counts from 1 where Camunda 8 does, so that each signer signs', async () => {
  await using world = await createWorld();
  const task = `<userTask id="sign"><extensionElements><zeebe:assignmentDefinition assignee="=signers[loopCounter]"/></extensionElements>
    <multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=signers"/></extensionElements></multiInstanceLoopCharacteristics></userTask>`;
  await world.bridge.deploy(file(ZEEBE, '', task + flow('s', 'sign')));
  await world.bridge.start('p', { initiator: 'ini', variables: { signers: ['ann', 'bob', 'cy'] } });
  await world.bridge.idle();
  expect((await world.bridge.tasks.list()).flatMap(({ handlers }) => handlers)).toEqual(['ann', 'bob', 'cy']);
});
