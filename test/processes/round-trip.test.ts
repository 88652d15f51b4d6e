import BpmnModdle from 'bpmn-moddle';
import camunda from 'camunda-bpmn-moddle/resources/camunda.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json' with { type: 'json' };
import flowable from '../fixtures/flowable-moddle.json' with { type: 'json' };
import { PROCESS_FILES } from './process-files.ts';

const CAMUNDA_NAMESPACE = 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"';
const FLOWABLE_NAMESPACE = 'xmlns:flowable="http://flowable.org/bpmn"';

/** The writer of bpmn-moddle, which is also the one of every bpmn.io modeler. */
interface Writer {
  toXML(root: unknown, options: { format: boolean }): Promise<{ xml: string }>;
}

async function readAndWrite(xml: string, descriptors: Record<string, unknown>) {
  const moddle = new BpmnModdle(descriptors);
  const { rootElement, warnings } = await moddle.fromXML(xml);
  const written = await (moddle as unknown as Writer).toXML(rootElement, { format: true });
  return { xml: written.xml, warnings: warnings.map(({ message }) => message) };
}

describe.each(PROCESS_FILES)('$name', ({ xml }) => {
  test.each([
    { descriptor: 'no', descriptors: {} },
    { descriptor: 'the camunda', descriptors: { camunda } },
    { descriptor: 'the zeebe', descriptors: { zeebe } },
    { descriptor: 'the flowable', descriptors: { flowable } },
  ])('is written as it was read, byte by byte, with $descriptor descriptor', async ({ descriptors }) => {
    expect(await readAndWrite(xml, descriptors)).toEqual({ xml, warnings: [] });
  });

  test('survives a Flowable modeler too when its attributes are Flowable’s', async () => {
    const drawnInFlowable = xml.replace(CAMUNDA_NAMESPACE, FLOWABLE_NAMESPACE).replaceAll('camunda:', 'flowable:');
    expect(drawnInFlowable).toContain('flowable:assignee="${initiator}"');
    for (const descriptors of [{}, { flowable }, { camunda }]) {
      expect(await readAndWrite(drawnInFlowable, descriptors)).toEqual({ xml: drawnInFlowable, warnings: [] });
    }
  });
});
