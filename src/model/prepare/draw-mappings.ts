import { setChildren } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../moddle/prepared-mark.ts';
import type { CallAssignment, CallMappings, PassedVariables } from './call-mappings.ts';
import { drawContent, keepExtensions, keepWhatHangsOn, replaceCall } from './draw-into.ts';
import { reservedId } from './reserved-id.ts';
import { rewireFlows } from './rewire-flows.ts';

/** Creates a node that passes variables when a token reaches it. */
export function drawPassing(call: ModdleElement, way: 'in' | 'out', passed: PassedVariables): ModdleElement {
  const { set, ...rest } = passed;
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, way) });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set), pass: JSON.stringify({ way, ...rest }) });
  return node;
}

/** Fills a sub-process with a start event and a sequence of nodes. */
export function drawChain(call: ModdleElement, part: ModdleElement, nodes: readonly ModdleElement[]): void {
  const start = createElement('bpmn:StartEvent', { id: reservedId(call, 'start') });
  setMarks(start, { part: 'start' });
  const chain = [start, ...nodes];
  const flows = nodes.map((targetRef, index) => {
    const id = reservedId(call, index === 0 ? 'flow' : `flow-${targetRef.id}`.replace(`${call.id}..`, ''));
    const flow = createElement('bpmn:SequenceFlow', { id, sourceRef: chain[index], targetRef });
    setMarks(flow, { part: 'flow' });
    return flow;
  });
  setChildren(part, 'flowElements', [...chain, ...flows]);
  rewireFlows(part);
}

/**
 * Like `drawInto`, for a called process with its own variables: the process becomes a sub-process inside the one that
 * replaces the call, between a node that passes variables in and one that passes variables back.
 */
export function drawApart(
  call: ModdleElement,
  called: ModdleElement,
  caller: ModdleDefinitions,
  mappings: CallMappings,
): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const content = createElement('bpmn:SubProcess', { id: reservedId(call, '1'), name: call.name });
  setMarks(content, { part: 'process', own: 'true' });
  drawContent(content, called, { prefix: `${call.id}.`, caller, at: call });
  drawChain(call, part, [
    drawPassing(call, 'in', mappings.in),
    content,
    ...(passesAny(mappings.out) ? [drawPassing(call, 'out', mappings.out)] : []),
  ]);
  keepWhatHangsOn(call, part);
  keepExtensions(part, called);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}

export function passesAny({ set, all }: PassedVariables): boolean {
  return set.length > 0 || all === true;
}

/** The node after the processes of a call that passes variables back; created with the first process. */
export function passingBehind(call: ModdleElement, out: string | undefined): ModdleElement | undefined {
  if (out === undefined) return undefined;
  const id = reservedId(call, 'out');
  const known = elementsOf(call, 'flowElements').find((element) => element.id === id);
  if (known !== undefined) return known;
  const passed = JSON.parse(out) as PassedVariables | CallAssignment[];
  const drawn = Array.isArray(passed) ? drawSharedAssignment(call, passed) : drawPassing(call, 'out', passed);
  setChildren(call, 'flowElements', [...elementsOf(call, 'flowElements'), drawn]);
  return drawn;
}

/** For definitions that were stored when called processes still shared the variables of their callers. */
function drawSharedAssignment(call: ModdleElement, set: readonly CallAssignment[]): ModdleElement {
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, 'out') });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set) });
  return node;
}
