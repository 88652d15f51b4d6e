import { setChildren } from '../moddle/change-tree.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../moddle/prepared-mark.ts';
import type { LateCall } from '../process-model.ts';
import { keepWhatHangsOn, replaceCall } from './draw-into.ts';
import { reservedId } from './reserved-id.ts';
import { rewireFlows } from './rewire-flows.ts';

/**
 * Puts a sub-process in the place of a call activity whose process is found when a token comes to it. In it a token
 * waits for that process, which is drawn in behind the wait (`expandCall`). Like `drawInto`, it keeps what hangs on the
 * call.
 */
export function drawLateCall(call: ModdleElement, target: string, by: LateCall['by']): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const start = createElement('bpmn:StartEvent', { id: reservedId(call, 'start') });
  const wait = createElement('bpmn:ServiceTask', { id: reservedId(call, 'call') });
  const flow = createElement('bpmn:SequenceFlow', { id: reservedId(call, 'flow'), sourceRef: start, targetRef: wait });
  setMarks(start, { part: 'start' });
  setMarks(wait, { part: 'call', target, by });
  setMarks(flow, { part: 'flow' });
  setChildren(part, 'flowElements', [start, wait, flow]);
  rewireFlows(part);
  keepWhatHangsOn(call, part);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}
