import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import { elementOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from './diagram.ts';
import { sendsToCenter } from './read-message.ts';
import { messageThrownBy, readOwnExpression, readServiceName } from './read-service-name.ts';

export const SERVICE_TYPES: ReadonlySet<string> = new Set([
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ScriptTask',
]);

/** A send task that names a message, or has one for the message center, and no service: it throws, as an event does. */
export function throwsMessage(node: Pick<FlowNode, 'type' | 'element'>): boolean {
  if (node.type !== 'bpmn:SendTask') return false;
  const hasMessage = elementOf(node.element, 'messageRef') !== undefined || sendsToCenter(node.element);
  return hasMessage && readServiceName(node) === undefined && readOwnExpression(node) === undefined;
}

/** A task that calls a function of the host, or computes an expression in its place; or an event that calls one. */
export function isService(node: FlowNode): boolean {
  return (SERVICE_TYPES.has(node.type) && !throwsMessage(node)) || sendsByService(node);
}

/**
 * A message event that throws, and names the service that sends its message: on its definition in Camunda 7, on itself in
 * Camunda 8. No process hears it but by that service.
 */
export function sendsByService(node: Pick<FlowNode, 'type' | 'element'>): boolean {
  return (
    messageThrownBy(node.element) !== undefined && !sendsToCenter(node.element) && readServiceName(node) !== undefined
  );
}

/**
 * The name of a service that its diagram does not name: the id of its element, in a called process the id that it has
 * there.
 */
export function nameById({ id, scope }: FlowNode): string {
  for (let around: FlowNode['scope'] | undefined = scope; around?.node; around = around.node.scope) {
    if (id.startsWith(`${around.id}.`)) return id.slice(around.id.length + 1);
  }
  return id;
}

/** A service's result variable; Camunda 8 has none on a task definition, but one on a script and on a decision. */
export function readResultVariable({ element }: FlowNode): string | undefined {
  const ofZeebe = (name: string) => findExtensions(element, 'zeebe', name)[0]?.attributes.resultVariable?.trim();
  return (
    readVendorAttribute(element, 'camunda', 'resultVariable') ??
    readVendorAttribute(element, 'flowable', 'resultVariable') ??
    readVendorAttribute(element, 'flowable', 'resultVariableName') ??
    readVendorAttribute(element, 'activiti', 'resultVariableName') ??
    readVendorAttribute(element, 'activiti', 'resultVariable') ??
    (ofZeebe('script') || ofZeebe('calledDecision') || undefined)
  );
}
