/**
 * A call that names its process when a token reaches it, in an engine that a service owns. The diagram of a running engine
 * cannot change, so the instance goes on in a new one. Here a process calls itself, as often as somebody asks for more.
 */
import { Engine } from 'bpmn-engine';
import { prepareProcesses } from 'bpmn-transaction-bridge/model';
import { createPlugin, enterCall, type PluginOptions, type WaitingCall } from 'bpmn-transaction-bridge/plugin';

const [prepared] = await prepareProcesses(`<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="questions" targetNamespace="https://help.example"
  xmlns:ttc="http://bpmn-transaction-bridge/schema/ttc/1.0">
  <process id="ask" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="question" />
    <userTask id="question" ttc:handlers="anna" />
    <sequenceFlow id="f2" sourceRef="question" targetRef="which" />
    <exclusiveGateway id="which" />
    <sequenceFlow id="more" name="More" sourceRef="which" targetRef="next" />
    <sequenceFlow id="enough" name="Enough" sourceRef="which" targetRef="end" />
    <callActivity id="next" calledElement="ask" />
    <sequenceFlow id="f3" sourceRef="next" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`);
if (!prepared) throw new Error('The file has no process.');
const source = prepared.xml;

const waiting: WaitingCall[] = [];
const options: PluginOptions = {
  ...{ appId: 'questions', instanceId: 'q-1', initiator: 'anna', identity: 'trust-center' },
  actionUrl: (taskId, { key }) => `https://help.example/tasks/${taskId}/${key}`,
  onReports(items) {
    for (const { previousTaskId, status, next } of items) console.log(previousTaskId, status, next?.[0]?.nodeId ?? '');
  },
  // In the middle of a step: enter the process after it.
  onCall: (call) => waiting.push(call),
};

function open() {
  const plugin = createPlugin(options);
  return { plugin, engine: new Engine({ name: 'questions', source, ...plugin.engineOptions }) };
}

let { plugin, engine } = open();
await engine.execute({ listener: plugin.listener });

/** Presses of one instance come here one after the other: what reached the old plugin meanwhile would be lost. */
async function press(taskId: string, label: string) {
  const key =
    plugin.tasks.find((task) => task.taskId === taskId)?.actions.find(({ name }) => name === label)?.key ?? '';
  await plugin.press(taskId, { account: 'anna', action: key });
  for (const call of waiting.splice(0)) {
    const states = { state: await engine.getState(), snapshot: plugin.snapshot() };
    // Looked for in the file of the call first, where this one is.
    const entered = await enterCall(options, { call, ...states }, ({ processId }) => {
      throw new Error(`nobody has ${processId}`);
    });
    if (!entered) continue;
    await engine.stop();
    ({ plugin, engine } = open());
    plugin.recover(entered.snapshot);
    engine.recover(entered.state);
    await engine.resume({ listener: plugin.listener });
    await plugin.idle();
  }
  // Now the states of both are stored, together with the reports.
}

await press('q-1.1', 'More');
await press('q-1.2', 'More');
await press('q-1.3', 'Enough');
console.log(plugin.instance?.status);
