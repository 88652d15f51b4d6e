import { setChildren } from '../../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import type { CallAssignment, CallMappings, PassedVariables } from '../calls/call-mappings.ts';
import { inlineContent, keepCallProperties, keepExtensions, replaceCall } from '../calls/inline-content.ts';
import { rewireFlows } from './links-to-flows.ts';

/** Creates a node that passes variables when a token reaches it. */
export function createPassingNode(call: ModdleElement, way: 'in' | 'out', passed: PassedVariables): ModdleElement {
  const { set, ...rest } = passed;
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, way) });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set), pass: JSON.stringify({ way, ...rest }) });
  return node;
}

/** Fills a sub-process with a start event and a sequence of nodes. */
export function fillWithChain(call: ModdleElement, part: ModdleElement, nodes: readonly ModdleElement[]): void {
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
 * Like `inlineCalled`, for a called process with its own variables: the process becomes a sub-process inside the one that
 * replaces the call, between a node that passes variables in and one that passes variables back.
 */
export function inlineWithOwnVariables(
  call: ModdleElement,
  called: ModdleElement,
  caller: ModdleDefinitions,
  mappings: CallMappings,
): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const content = createElement('bpmn:SubProcess', { id: reservedId(call, '1'), name: call.name });
  setMarks(content, { part: 'process', own: 'true' });
  inlineContent(content, called, { prefix: `${call.id}.`, caller, at: call });
  fillWithChain(call, part, [
    createPassingNode(call, 'in', mappings.in),
    content,
    ...(passesAny(mappings.out) ? [createPassingNode(call, 'out', mappings.out)] : []),
  ]);
  keepCallProperties(call, part);
  keepExtensions(part, called);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}

export function passesAny({ set, all }: PassedVariables): boolean {
  return set.length > 0 || all === true;
}

/** The node after the processes of a call that passes variables back; created with the first process. */
export function passingNodeAfter(call: ModdleElement, out: string | undefined): ModdleElement | undefined {
  if (out === undefined) return undefined;
  const id = reservedId(call, 'out');
  const known = elementsOf(call, 'flowElements').find((element) => element.id === id);
  if (known !== undefined) return known;
  const passed = JSON.parse(out) as PassedVariables | CallAssignment[];
  const drawn = Array.isArray(passed) ? createSharedAssignment(call, passed) : createPassingNode(call, 'out', passed);
  setChildren(call, 'flowElements', [...elementsOf(call, 'flowElements'), drawn]);
  return drawn;
}

/** For definitions that were stored when called processes still shared the variables of their callers. */
function createSharedAssignment(call: ModdleElement, set: readonly CallAssignment[]): ModdleElement {
  const node = createElement('bpmn:ScriptTask', { id: reservedId(call, 'out') });
  setMarks(node, { part: 'assign', assign: JSON.stringify(set) });
  return node;
}
