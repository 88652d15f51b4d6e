import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import { elementOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { FlowNode } from './drawing.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';
import { sendsToCenter } from './read-message.ts';
import { readTtc } from './read-ttc.ts';

export const SERVICE_TYPES: ReadonlySet<string> = new Set([
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ScriptTask',
]);

/** A send task that names a message, or has one for the message center, and no service: it throws, as an event does. */
export function throwsMessage(node: FlowNode): boolean {
  if (node.type !== 'bpmn:SendTask') return false;
  const hasMessage = elementOf(node.element, 'messageRef') !== undefined || sendsToCenter(node.element);
  return hasMessage && readServiceName(node) === undefined;
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
  return messageThrownBy(node) !== undefined && !sendsToCenter(node.element) && readServiceName(node) !== undefined;
}

/** The definition of an event that throws a message and nothing else. */
function messageThrownBy({ type, element }: Pick<FlowNode, 'type' | 'element'>): ModdleElement | undefined {
  if (type !== 'bpmn:IntermediateThrowEvent' && type !== 'bpmn:EndEvent') return undefined;
  const [only, ...others] = eventDefinitionsOf(element);
  return only !== undefined && others.length === 0 && eventKindOf(only) === 'message' ? only : undefined;
}

const EXPRESSION_VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

/**
 * The name under which the host registers the service, first present: ttc:service, camunda:topic, the type of
 * zeebe:taskDefinition, the bean of a delegateExpression or expression, the class, the implementation.
 */
export function readServiceName(node: Pick<FlowNode, 'type' | 'element'>): string | undefined {
  const own = node.element;
  const element = messageThrownBy(node) ?? own;
  const ofVendors = (name: string) =>
    EXPRESSION_VENDORS.map((vendor) => readVendorAttribute(element, vendor, name)).find((text) => text !== undefined);
  return (
    readTtc(own, 'service') ??
    readVendorAttribute(element, 'camunda', 'topic') ??
    readZeebeType(own) ??
    beanOf(ofVendors('delegateExpression')) ??
    beanOf(ofVendors('expression')) ??
    ofVendors('class') ??
    readImplementation(element)
  );
}

/** A service's result variable; Camunda 8 has none on a task definition, but one on a script. */
export function readResultVariable({ element }: FlowNode): string | undefined {
  return (
    readVendorAttribute(element, 'camunda', 'resultVariable') ??
    readVendorAttribute(element, 'flowable', 'resultVariable') ??
    readVendorAttribute(element, 'flowable', 'resultVariableName') ??
    readVendorAttribute(element, 'activiti', 'resultVariableName') ??
    readVendorAttribute(element, 'activiti', 'resultVariable') ??
    (findExtensions(element, 'zeebe', 'script')[0]?.attributes.resultVariable?.trim() || undefined)
  );
}

// A type that is computed (`=…`) names no service at deploy.
function readZeebeType(element: ModdleElement): string | undefined {
  const type = findExtensions(element, 'zeebe', 'taskDefinition')[0]?.attributes.type?.trim();
  return type === undefined || type === '' || type.startsWith('=') ? undefined : type;
}

/** `${bean}` and `${bean.method(…)}` name the bean; bpmn-engine's `${environment.services.name}` the service. */
function beanOf(text: string | undefined): string | undefined {
  const inner = /^[$#]\{\s*([\s\S]*?)\s*\}$/.exec(text ?? '')?.[1];
  if (inner === undefined) return undefined;
  const service = /^environment\.services\.([A-Za-z_]\w*)/.exec(inner)?.[1];
  return service ?? /^([A-Za-z_]\w*)\s*($|\.|\()/.exec(inner)?.[1];
}

/** What BPMN and several modelers write where nobody chose anything. */
const NO_IMPLEMENTATION = /^(##.*|webService|unspecified|other)$/i;

function readImplementation(element: ModdleElement): string | undefined {
  const text = textOf(element, 'implementation');
  if (text === undefined || NO_IMPLEMENTATION.test(text)) return undefined;
  return beanOf(text) ?? text;
}
