import { type FlowNode, isEventSubProcess } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

export const flowNotAllowed: Rule = {
  name: 'flow-not-allowed',
  check: ({ drawing }) =>
    [...drawing.nodes.values()].flatMap((node) =>
      [
        ...(neverEntered(node) ? node.incoming.map(({ id }) => ({ id, way: 'leads to' })) : []),
        ...(neverLeft(node) ? node.outgoing.map(({ id }) => ({ id, way: 'comes from' })) : []),
      ].map(({ id, way }) => ({
        severity: 'error',
        elementId: id,
        reason: `The flow ${way} "${node.name}", and ${explain(node)}.`,
        remedy: 'Delete it, or connect it with what was meant.',
      })),
    ),
};

// BPMN 2.0, tables 10.84 to 10.89 and 10.4.
function neverEntered(node: FlowNode): boolean {
  return node.type === 'bpmn:StartEvent' || node.type === 'bpmn:BoundaryEvent' || isEventSubProcess(node);
}

function neverLeft(node: FlowNode): boolean {
  return node.type === 'bpmn:EndEvent' || isEventSubProcess(node);
}

function explain(node: FlowNode): string {
  if (isEventSubProcess(node)) return 'only its start event sets off an event sub-process';
  if (node.type === 'bpmn:BoundaryEvent') return 'a boundary event happens on its task, no flow leads to it';
  return node.type === 'bpmn:EndEvent' ? 'nothing follows an end event' : 'nothing comes before a start event';
}
