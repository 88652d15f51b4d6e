import { setChildren } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../moddle/prepared-mark.ts';
import type { CallAssignment, CallMappings, PassedVariables } from './call-mappings.ts';
import { drawContent, keepExtensions, keepWhatHangsOn, replaceCall } from './draw-into.ts';
import { reservedId } from './reserved-id.ts';
import { rewireFlows } from './rewire-flows.ts';

/** A node that passes variables when a token comes to it. */
export function drawPassing(call: ModdleElement, way: 'in' | 'out', passed: PassedVariables): ModdleElement {
  const { set, ...rest } = passed;
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, way) });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set), pass: JSON.stringify({ way, ...rest }) });
  return node;
}

/** Lets a token go through nodes one after the other, from a start event on. */
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
 * As `drawInto`, for a called process with variables of its own: it is a sub-process in the one that stands for the call,
 * between what passes variables into it and what passes some back.
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

/** What passes variables back behind the processes of a call, drawn where the first of them is. */
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

/** Of a definition that was stored when called processes shared the variables of their callers. */
function drawSharedAssignment(call: ModdleElement, set: readonly CallAssignment[]): ModdleElement {
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, 'out') });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set) });
  return node;
}
