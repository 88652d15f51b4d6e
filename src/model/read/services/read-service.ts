import { FLOWABLE_AND_ACTIVITI, readFirstAttribute, readZeebe } from '../../moddle/extension.ts';
import { elementOf } from '../../moddle/moddle-element.ts';
import type { FlowNode } from '../diagram.ts';
import { sendsToCenter } from '../events/read-message.ts';
import { messageThrownBy, readOwnExpression, readServiceName } from './read-service-name.ts';

export const SERVICE_TYPES: ReadonlySet<string> = new Set([
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ScriptTask',
]);

/** A send task with a message, or a message for the message center, and without a service: it throws like an event. */
export function throwsMessage(node: Pick<FlowNode, 'type' | 'element'>): boolean {
  if (node.type !== 'bpmn:SendTask') return false;
  const hasMessage = elementOf(node.element, 'messageRef') !== undefined || sendsToCenter(node.element);
  return hasMessage && readServiceName(node) === undefined && readOwnExpression(node) === undefined;
}

/** A task or event that calls a service, or a task that evaluates an expression instead. */
export function isService(node: FlowNode): boolean {
  return (SERVICE_TYPES.has(node.type) && !throwsMessage(node)) || sendsByService(node);
}

/**
 * A throwing message event with a service that sends the message. The service is named on the event definition in
 * Camunda 7, on the event in Camunda 8. The bridge itself delivers nothing to other processes then.
 */
export function sendsByService(node: Pick<FlowNode, 'type' | 'element'>): boolean {
  return (
    messageThrownBy(node.element) !== undefined && !sendsToCenter(node.element) && readServiceName(node) !== undefined
  );
}

/** The default name of a service: the id of its element; inside a called process the id within that process. */
export function nameById({ id, scope }: FlowNode): string {
  for (let around: FlowNode['scope'] | undefined = scope; around?.node; around = around.node.scope) {
    if (id.startsWith(`${around.id}.`)) return id.slice(around.id.length + 1);
  }
  return id;
}

/** The result variable of a service. In Camunda 8 only scripts and decisions have one. */
export function readResultVariable({ element }: FlowNode): string | undefined {
  const ofZeebe = (name: string) => readZeebe(element, name).resultVariable?.trim();
  return (
    readFirstAttribute(element, 'resultVariable') ??
    readFirstAttribute(element, 'resultVariableName', FLOWABLE_AND_ACTIVITI) ??
    (ofZeebe('script') || ofZeebe('calledDecision') || undefined)
  );
}
