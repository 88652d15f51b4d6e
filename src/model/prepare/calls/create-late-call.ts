import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../../moddle/prepared-mark.ts';
import type { LateCall } from '../../nodes/service-node.ts';
import { createPassingNode, fillWithChain, passesAny } from '../flows/passing-nodes.ts';
import { reservedId } from '../reserved-id.ts';
import type { CallMappings } from './call-mappings.ts';
import { keepCallProperties, replaceCall } from './inline-content.ts';

/**
 * Replaces a call activity whose process is resolved at run time by a sub-process. A token waits in it until `expandCall`
 * has inlined the called process after the waiting node. The sub-process keeps the properties of the call, as in
 * `inlineCalled`.
 */
export function createLateCall(
  call: ModdleElement,
  target: string,
  by: LateCall['by'],
  mappings: CallMappings,
): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const wait = createElement('bpmn:ServiceTask', { id: reservedId(call, 'call') });
  const out = passesAny(mappings.out) ? { out: JSON.stringify(mappings.out) } : {};
  setMarks(wait, { part: 'call', target, by, ...(mappings.own ? { own: 'true', ...out } : {}) });
  fillWithChain(call, part, [...(mappings.own ? [createPassingNode(call, 'in', mappings.in)] : []), wait]);
  keepCallProperties(call, part);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}
