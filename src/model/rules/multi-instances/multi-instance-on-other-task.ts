import { elementOf } from '../../moddle/moddle-element.ts';
import { type FlowNode, isEventSubProcess } from '../../read/diagram.ts';
import { isService, throwsMessage } from '../../read/services/read-service.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

export const multiInstanceOnOtherTask: Rule = {
  name: 'multi-instance-on-other-task',
  check: ({ diagram }) => [...diagram.nodes.values()].filter(hasMarker).flatMap(judge),
};

function hasMarker({ element }: FlowNode): boolean {
  if (findUnsupported(element) !== undefined) return false;
  return elementOf(element, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics';
}

function judge(node: FlowNode): readonly Finding[] {
  if (node.type === 'bpmn:UserTask' || isService(node)) return [];
  if (node.type === 'bpmn:SubProcess' && !isEventSubProcess(node)) return [];
  const { id, name } = node;
  if (node.type === 'bpmn:ReceiveTask' || node.type === 'bpmn:SubProcess' || throwsMessage(node)) {
    const remedy = 'Put the marker on a sub-process around it, as bridge.deploy does for a task; or remove the marker.';
    const reason = `"${name}" has a multi-instance marker, which runs only on user tasks, services and sub-processes.`;
    return [{ severity: 'error', elementId: id, reason, remedy }];
  }
  const reason = `"${name}" has a multi-instance marker, but a token passes straight through it, so nothing is repeated.`;
  return [
    {
      severity: 'warning',
      elementId: id,
      reason,
      remedy: 'Remove the marker, or make it a user task or a service task.',
    },
  ];
}
