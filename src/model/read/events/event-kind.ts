import { elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';

/** Event definition types, in the words of modelers. */
export type EventKind =
  | 'timer'
  | 'message'
  | 'signal'
  | 'error'
  | 'escalation'
  | 'terminate'
  | 'link'
  | 'conditional'
  | 'compensation'
  | 'cancel'
  | 'special';

const KINDS: Readonly<Record<string, EventKind>> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:ConditionalEventDefinition': 'conditional',
  'bpmn:CompensateEventDefinition': 'compensation',
  'bpmn:CancelEventDefinition': 'cancel',
};

/** The event definitions inside an element, and those it refers to. */
export function eventDefinitionsOf(element: ModdleElement): readonly ModdleElement[] {
  return elementsOf(element, 'eventDefinitions').concat(elementsOf(element, 'eventDefinitionRef'));
}

export function eventKindOf(definition: ModdleElement): EventKind {
  return KINDS[definition.$type] ?? 'special';
}
