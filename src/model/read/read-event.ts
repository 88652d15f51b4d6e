import { elementOf, type ModdleElement } from '../moddle/moddle-element.ts';
import type { EventRole, EventTrigger } from '../process-model.ts';
import type { FlowNode } from './diagram.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';
import type { ExpressionReader } from './expression-reader.ts';
import { sendsByService, throwsMessage } from './read-service.ts';
import { readTrigger } from './read-trigger.ts';

/** One event definition of an event, a receive task, or a send task that throws a message. */
export interface EventDraft {
  readonly node: FlowNode;
  /** What holds the reference to the message, the time, …: the event definition, of a task the task itself. */
  readonly definition: ModdleElement;
  readonly role: EventRole;
  readonly kind: EventTrigger['kind'];
  /** Undefined where the diagram does not say which message, signal or time; a rule refuses it. */
  readonly trigger?: EventTrigger;
}

/** One for each event definition; none for what is no event, and for events that are passed through. */
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

// BPMN 2.0, 10.5.4: an error always interrupts, whatever is drawn.
function interrupts(element: ModdleElement, property: string): boolean {
  const catchesErrors = eventDefinitionsOf(element).some((definition) => eventKindOf(definition) === 'error');
  return catchesErrors || element.get(property) !== false;
}
