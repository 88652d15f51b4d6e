import BpmnModdle from 'bpmn-moddle';
import { describe, expect, test } from 'vitest';
import { compileExpression } from '../support/inner/model.ts';
import { PROCESS_FILES } from './process-files.ts';

interface FlowElement {
  readonly $type: string;
  readonly id: string;
  readonly name?: string;
  readonly sourceRef?: FlowElement;
}

async function readFlowElements(xml: string): Promise<readonly FlowElement[]> {
  const { rootElement } = await new BpmnModdle().fromXML(xml);
  const { rootElements } = rootElement as { rootElements: { flowElements?: FlowElement[] }[] };
  return rootElements.flatMap(({ flowElements }) => flowElements ?? []);
}

test('the leave approval and the purchase are there', () => {
  expect(PROCESS_FILES.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['leave-approval.bpmn', 'purchase.bpmn']),
  );
});

/** Approvals that need no button but those, and that nobody delegates in the center itself. */
const ORDINARY = ['leave-approval.bpmn', 'purchase.bpmn'];

describe.each(PROCESS_FILES)('$name', ({ name, xml }) => {
  test('has a name on every event, task and gateway, and on every flow out of a gateway', async () => {
    const nameless = (await readFlowElements(xml)).filter((element) => {
      const needsName = element.$type !== 'bpmn:SequenceFlow' || element.sourceRef?.$type.endsWith('Gateway');
      return needsName && !element.name;
    });
    expect(nameless.map(({ id }) => id)).toEqual([]);
  });

  test('needs no word of ours, but for messages, what lists show, and what else can be done with a task than the gateways say', () => {
    const messages = /<ttc:(notify|message) [\s\S]*?<\/ttc:\1>| xmlns:ttc="[^"]*"/g;
    const shown = /<ttc:summary [^>]*\/>| ttc:transactionName="[^"]*"/g;
    const buttons = /<ttc:(action|previousAction) [^>]*\/>| ttc:canDelegate="1"/g;
    const allowed = / ttc:allow="[^"]*"/g;
    const approval = xml.replace(messages, '').replace(shown, '').replace(allowed, '');
    const rest = ORDINARY.includes(name) ? approval : approval.replace(buttons, '');
    expect(rest).not.toMatch(/ttc/i);
  });

  test('has only expressions of the grammar', () => {
    const expressions = xml.match(/\$\{[^}]*\}/g) ?? [];
    expect(expressions.length).toBeGreaterThan(1);
    for (const text of expressions) compileExpression(text.replaceAll('&gt;', '>').replaceAll('&lt;', '<'));
  });
});
