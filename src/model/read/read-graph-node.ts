import type { GraphNode, NodeEvent, NodeKind, NodeLoop } from '../../net/graph.ts';
import { defined } from '../defined.ts';
import { elementOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from './diagram.ts';
import { eventDefinitionsOf, eventKindOf } from './events/event-kind.ts';
import { readWideTermination } from './read-termination.ts';
import { sendsByService, throwsMessage } from './services/read-service.ts';

const KINDS: Readonly<Record<string, NodeKind>> = {
  'bpmn:SubProcess': 'sub-process',
  'bpmn:CallActivity': 'call',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EventBasedGateway': 'event-based',
  'bpmn:StartEvent': 'start',
  'bpmn:IntermediateCatchEvent': 'catch',
  'bpmn:ReceiveTask': 'catch',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:IntermediateThrowEvent': 'throw',
  'bpmn:EndEvent': 'end',
};

/** What tokens do at a node. */
export function readGraphNode(
  element: ModdleElement,
): Pick<GraphNode, 'type' | 'kind' | 'events' | 'nonInterrupting' | 'loop'> {
  const node = { type: element.$type, element };
  const kind = sendsByService(node) ? 'activity' : throwsMessage(node) ? 'throw' : (KINDS[node.type] ?? 'activity');
  const events = definitionsOf(node).flatMap((definition) => readNodeEvent(definition, element) ?? []);
  const property = PROPERTY_OF_INTERRUPTION[node.type];
  // BPMN 2.0, 10.5.4: an error always interrupts, even if the event is drawn as non-interrupting.
  const isInterrupting = events.some((event) => event.kind === 'error') || property === undefined;
  return {
    type: node.type,
    kind,
    events,
    ...(!isInterrupting && element.get(property) === false && { nonInterrupting: true }),
    ...defined({ loop: readLoop(element) }),
  };
}

const PROPERTY_OF_INTERRUPTION: Readonly<Record<string, string>> = {
  'bpmn:BoundaryEvent': 'cancelActivity',
  'bpmn:StartEvent': 'isInterrupting',
};

/** The elements that refer to the message, time and so on: event definitions, or a send or receive task itself. */
export function definitionsOf(node: Pick<FlowNode, 'type' | 'element'>): readonly ModdleElement[] {
  if (sendsByService(node)) return [];
  const isMessageTask = node.type === 'bpmn:ReceiveTask' || throwsMessage(node);
  return isMessageTask ? [node.element] : eventDefinitionsOf(node.element);
}

/** @param definition of the element, or the element itself */
export function readNodeEvent(definition: ModdleElement, element: ModdleElement): NodeEvent | undefined {
  const referred = (property: string) => defined({ ref: elementOf(definition, property)?.id });
  if (definition === element) {
    const message = referred('messageRef');
    const isPlain = element.$type === 'bpmn:ReceiveTask' && message.ref === undefined;
    return isPlain ? { kind: 'receive' } : { kind: 'message', ...message };
  }
  const kind = eventKindOf(definition);
  switch (kind) {
    case 'timer':
      return { kind, ...(textOf(elementOf(definition, 'timeCycle'), 'body') !== undefined && { repeats: true }) };
    case 'conditional':
      return { kind: 'condition' };
    case 'message':
      return { kind, ...referred('messageRef') };
    case 'signal':
      return { kind, ...referred('signalRef') };
    case 'error':
    case 'escalation':
      return { kind, ...defined({ code: readCode(definition, element, kind) }) };
    case 'link':
      return { kind, name: textOf(definition, 'name') ?? '' };
    case 'terminate':
      return { kind, ends: readWideTermination(element)?.ends ?? 'scope' };
    default:
      return undefined;
  }
}

/**
 * The code of an error or escalation. BPMN 2.0.2, 10.5.6, and Camunda 7: a catch event without a code catches everything,
 * even if it refers to an error without a code. A throw event uses the id of such an error as its code.
 */
function readCode(definition: ModdleElement, { $type }: ModdleElement, kind: 'error' | 'escalation') {
  const referred = elementOf(definition, kind === 'error' ? 'errorRef' : 'escalationRef');
  const isThrown = $type === 'bpmn:IntermediateThrowEvent' || $type === 'bpmn:EndEvent';
  return textOf(referred, kind === 'error' ? 'errorCode' : 'escalationCode') ?? (isThrown ? referred?.id : undefined);
}

function readLoop(element: ModdleElement): NodeLoop | undefined {
  const loop = elementOf(element, 'loopCharacteristics');
  if (loop === undefined) return undefined;
  if (loop.$type === 'bpmn:StandardLoopCharacteristics') return 'standard';
  return loop.get('isSequential') === true ? 'sequential' : 'parallel';
}
