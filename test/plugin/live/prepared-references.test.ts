/** What the parser of the engine does not find in a file, and a bridge does: `prepareProcesses` writes it. */
import { expect, test } from 'vitest';
import { prepareProcesses } from '../../../src/model/index.ts';
import { fileOf } from '../../support/bpmn-xml.ts';
import { startHost } from '../../support/live-host.ts';

const diagramOf = (messageRef: string, escalationRef: string) =>
  fileOf(
    { camunda: 'http://camunda.org/schema/1.0/bpmn', tns: 'http://test' },
    `<message id="order" name="order" /><escalation id="boss" escalationCode="BOSS" />
  <process id="p" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="wait" />
    <intermediateCatchEvent id="wait"><messageEventDefinition messageRef="${messageRef}" /></intermediateCatchEvent>
    <sequenceFlow id="f2" sourceRef="wait" targetRef="sub" />
    <subProcess id="sub">
      <startEvent id="in" />
      <sequenceFlow id="f3" sourceRef="in" targetRef="out" />
      <endEvent id="out"><escalationEventDefinition escalationRef="${escalationRef}" /></endEvent>
    </subProcess>
    <boundaryEvent id="other" attachedToRef="sub"><escalationEventDefinition escalationRef="OTHER" /></boundaryEvent>
    <sequenceFlow id="f4" sourceRef="other" targetRef="wrong" />
    <userTask id="wrong" camunda:assignee="bo" />
    <boundaryEvent id="up" attachedToRef="sub"><escalationEventDefinition camunda:escalationCodeVariable="code" /></boundaryEvent>
    <sequenceFlow id="f5" sourceRef="up" targetRef="look" />
    <userTask id="look" camunda:assignee="\${code}" />
  </process>`,
  );

test.each([
  ['by their names', 'order-paid', 'BOSS', 'order-paid'],
  ['with a prefix', 'tns:order', 'tns:boss', 'order'],
])('an event is caught that diagrams refer to %s', async (_, messageRef, escalationRef, name) => {
  const [prepared] = await prepareProcesses(diagramOf(messageRef, escalationRef));
  const { plugin, stop } = await startHost(prepared?.xml ?? '', {}, { identity: 'trust-center' });
  expect(plugin.deliver({ kind: 'message', name })).toBe(true);
  expect(plugin.openTasks).toMatchObject([{ nodeId: 'look', handlers: ['BOSS'] }]);
  await stop();
});

test('a lane set without lanes, which engines cannot read, is gone', async () => {
  const [prepared] = await prepareProcesses(
    diagramOf('order', 'boss').replace('<startEvent id="start" />', '<laneSet id="lanes" />$&'),
  );
  expect(prepared?.xml).not.toContain('laneSet');
});
