import { type Attributes, element, escapeXml, extensionElements } from './element.ts';
import { type BpmnNode, type NodeOptions, node } from './nodes.ts';

/** An intermediate catch event; `definition` is XML: see `timer`, `message`, `signal`. */
export function catchEvent(id: string, definition: string, options: NodeOptions = {}): BpmnNode {
  return node('intermediateCatchEvent', id, { ...options, content: definition });
}

/** An intermediate throw event; without a definition it is passed through. */
export function throwEvent(id: string, definition = '', options: NodeOptions = {}): BpmnNode {
  return node('intermediateThrowEvent', id, { ...options, content: definition });
}

/** A boundary event on `host`; `interrupting` unless told. */
export function boundary(
  id: string,
  host: string,
  definition: string,
  options: NodeOptions & { readonly interrupting?: boolean } = {},
): BpmnNode {
  const cancelActivity = options.interrupting === false ? false : undefined;
  const attributes = { attachedToRef: host, cancelActivity, ...options.attributes };
  return node('boundaryEvent', id, { ...options, attributes, content: definition });
}

/** XML of a timer; the text is a duration, a date where it begins with a digit, a cycle where with R. */
export function timer(text: string): string {
  const form = /^\d/.test(text) ? 'timeDate' : text.startsWith('R') ? 'timeCycle' : 'timeDuration';
  return element('timerEventDefinition', {}, element(form, { 'xsi:type': 'tFormalExpression' }, escapeXml(text)));
}

/** XML of an event definition; `ref` is the id of a root element of that kind, see `root`. */
export const message = (ref?: string): string => element('messageEventDefinition', { messageRef: ref });
export const signal = (ref?: string): string => element('signalEventDefinition', { signalRef: ref });
export const error = (ref?: string): string => element('errorEventDefinition', { errorRef: ref });
export const escalation = (ref?: string): string => element('escalationEventDefinition', { escalationRef: ref });
export const terminate = (): string => element('terminateEventDefinition', {});
export const link = (name: string): string => element('linkEventDefinition', { name });

/** XML of a condition that is waited for, an expression or a script in this language. */
export function conditional(
  condition: string,
  { language, attributes = {} }: { readonly language?: string; readonly attributes?: Attributes } = {},
): string {
  const text = element('condition', { 'xsi:type': 'tFormalExpression', language }, escapeXml(condition));
  return element('conditionalEventDefinition', attributes, text);
}

/** XML of a message, signal, error or escalation, for `bpmn`: `root('error', 'e', { errorCode: 'E1' })`. */
export function root(
  tag: 'message' | 'signal' | 'error' | 'escalation',
  id: string,
  attributes: Attributes = {},
  extensions = '',
): string {
  return element(tag, { id, ...attributes }, extensionElements(extensions));
}
