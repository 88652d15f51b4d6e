import { elementOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { EventRole, EventTrigger } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { sendsByService, throwsMessage } from '../services/read-service.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';
import { readTrigger } from './read-trigger.ts';

/** One event definition of an event, a receive task, or a send task that throws a message. */
export interface EventDraft {
  readonly node: FlowNode;
  /** The element that refers to the message, time and so on: the event definition, or the send or receive task itself. */
  readonly definition: ModdleElement;
  readonly role: EventRole;
  readonly kind: EventTrigger['kind'];
  /** Undefined if the diagram does not say which message, signal or time; a rule reports it. */
  readonly trigger?: EventTrigger;
}

/** One per event definition; none for other nodes and for events without a definition. */
export function readEvents(node: FlowNode, expressions: ExpressionReader): readonly EventDraft[] {
  return definitionsOf(node).flatMap((definition) => {
    const kind = triggerKindOf(node, definition);
    const role = kind && readRole(node);
    if (kind === undefined || role === undefined) return [];
    const trigger = readTrigger(kind, definition, node, expressions);
    return [{ node, definition, role, kind, ...(trigger === undefined ? {} : { trigger }) }];
  });
}

function definitionsOf(node: FlowNode): readonly ModdleElement[] {
  if (sendsByService(node)) return [];
  return isMessageTask(node) ? [node.element] : eventDefinitionsOf(node.element);
}

function isMessageTask(node: FlowNode): boolean {
  return node.type === 'bpmn:ReceiveTask' || throwsMessage(node);
}

function triggerKindOf(node: FlowNode, definition: ModdleElement): EventTrigger['kind'] | undefined {
  if (definition === node.element) {
    return node.type === 'bpmn:ReceiveTask' && elementOf(definition, 'messageRef') === undefined
      ? 'receive'
      : 'message';
  }
  const kind = eventKindOf(definition);
  switch (kind) {
    case 'timer':
    case 'message':
    case 'signal':
    case 'error':
    case 'escalation':
      return kind;
    case 'conditional':
      return 'condition';
    default:
      return undefined;
  }
}

function readRole({ type, element, scope }: FlowNode): EventRole | undefined {
  switch (type) {
    case 'bpmn:IntermediateCatchEvent':
    case 'bpmn:ReceiveTask':
      return { kind: 'catch' };
    case 'bpmn:IntermediateThrowEvent':
    case 'bpmn:EndEvent':
    case 'bpmn:SendTask':
      return { kind: 'throw' };
    case 'bpmn:BoundaryEvent': {
      const attachedTo = elementOf(element, 'attachedToRef')?.id ?? '';
      return { kind: 'boundary', attachedTo, interrupting: interrupts(element, 'cancelActivity') };
    }
    case 'bpmn:StartEvent':
      return scope.kind === 'process'
        ? { kind: 'process-start' }
        : { kind: 'start', scopeId: scope.id, interrupting: interrupts(element, 'isInterrupting') };
    default:
      return undefined;
  }
}

// BPMN 2.0, 10.5.4: an error always interrupts, even if the event is drawn as non-interrupting.
function interrupts(element: ModdleElement, property: string): boolean {
  const catchesErrors = eventDefinitionsOf(element).some((definition) => eventKindOf(definition) === 'error');
  return catchesErrors || element.get(property) !== false;
}
