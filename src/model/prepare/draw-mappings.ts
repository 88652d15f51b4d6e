import { setChildren } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../moddle/prepared-mark.ts';
import type { CallAssignment, CallMappings } from './call-mappings.ts';
import { drawContent, keepExtensions, keepWhatHangsOn, replaceCall } from './draw-into.ts';
import { reservedId } from './reserved-id.ts';
import { rewireFlows } from './rewire-flows.ts';

/** A node that sets variables when a token passes it. */
export function drawAssignment(call: ModdleElement, way: 'in' | 'out', set: readonly CallAssignment[]): ModdleElement {
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, way) });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set) });
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
 * As `drawInto`, for a call with parameters: the called process is a sub-process in the one that stands for the call,
 * between what sets the variables of the called process and what sets those of the caller.
 */
export function drawMapped(
  call: ModdleElement,
  called: ModdleElement,
  caller: ModdleDefinitions,
  mappings: CallMappings,
): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const content = createElement('bpmn:SubProcess', { id: reservedId(call, '1'), name: call.name });
  setMarks(content, { part: 'process' });
  drawContent(content, called, `${call.id}.`, caller);
  drawChain(call, part, [
    ...(mappings.in.length > 0 ? [drawAssignment(call, 'in', mappings.in)] : []),
    content,
    ...(mappings.out.length > 0 ? [drawAssignment(call, 'out', mappings.out)] : []),
  ]);
  keepWhatHangsOn(call, part);
  keepExtensions(part, called);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}

export function hasMappings(mappings: CallMappings): boolean {
  return mappings.in.length > 0 || mappings.out.length > 0;
}

/** The assignment behind the processes of a call, drawn where the first of them is. */
export function assignmentBehind(call: ModdleElement, out: string | undefined): ModdleElement | undefined {
  if (out === undefined) return undefined;
  const id = reservedId(call, 'out');
  const known = elementsOf(call, 'flowElements').find((element) => element.id === id);
  if (known !== undefined) return known;
  const drawn = drawAssignment(call, 'out', JSON.parse(out) as CallAssignment[]);
  setChildren(call, 'flowElements', [...elementsOf(call, 'flowElements'), drawn]);
  return drawn;
}
