import { type FlowNode, isEventSubProcess } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

/** One error per flow, even if both ends are wrong. */
export const flowNotAllowed: Rule = {
  name: 'flow-not-allowed',
  check: ({ diagram }) =>
    [...diagram.flows.values()].flatMap(({ id, source, target }) => {
      const wrong = [
        ...(source !== undefined && neverLeft(source) ? [`comes from "${source.name}", and ${explain(source)}`] : []),
        ...(target !== undefined && neverEntered(target) ? [`leads to "${target.name}", and ${explain(target)}`] : []),
      ];
      if (wrong.length === 0) return [];
      const remedy = 'Delete it, or connect it to the element you mean.';
      return { severity: 'error', elementId: id, reason: `The flow ${wrong.join('; it ')}.`, remedy };
    }),
};

// BPMN 2.0, tables 10.84 to 10.89 and 10.4.
function neverEntered(node: FlowNode): boolean {
  return node.type === 'bpmn:StartEvent' || node.type === 'bpmn:BoundaryEvent' || isEventSubProcess(node);
}

function neverLeft(node: FlowNode): boolean {
  return node.type === 'bpmn:EndEvent' || isEventSubProcess(node);
}

function explain(node: FlowNode): string {
  if (isEventSubProcess(node)) return 'only its start event starts an event sub-process';
  if (node.type === 'bpmn:BoundaryEvent') return 'no flow may lead to a boundary event';
  return node.type === 'bpmn:EndEvent' ? 'no flow may leave an end event' : 'no flow may lead to a start event';
}
