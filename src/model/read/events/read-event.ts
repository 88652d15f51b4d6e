import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { EventRole, EventTrigger } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { definitionsOf, readNodeEvent } from '../read-graph-node.ts';
import { readTrigger, type TriggeredEvent } from './read-trigger.ts';

/** One event definition of an event, a receive task, or a send task that throws a message. */
export interface EventDraft {
  readonly node: FlowNode;
  /** The element that refers to the message, time and so on: the event definition, or the send or receive task itself. */
  readonly definition: ModdleElement;
  readonly role: EventRole;
  /** That of the node. */
  readonly event: TriggeredEvent;
  /** Undefined if the diagram does not say which message, signal or time; a rule reports it. */
  readonly trigger?: EventTrigger;
}

/** One per event definition; none for other nodes and for events without a definition. */
export function readEvents(node: FlowNode, expressions: ExpressionReader): readonly EventDraft[] {
  const definitions = definitionsOf(node).filter((definition) => readNodeEvent(definition, node.element) !== undefined);
  return node.events.flatMap((event, index) => {
    const [definition, role] = [definitions[index], readRole(node)];
    if (definition === undefined || event.kind === 'link' || event.kind === 'terminate' || role === undefined)
      return [];
    const trigger = readTrigger(event, definition, node, expressions);
    return [{ node, definition, role, event, ...(trigger === undefined ? {} : { trigger }) }];
  });
}

function readRole({ type, host, scope, nonInterrupting }: FlowNode): EventRole | undefined {
  switch (type) {
    case 'bpmn:IntermediateCatchEvent':
    case 'bpmn:ReceiveTask':
      return { kind: 'catch' };
    case 'bpmn:IntermediateThrowEvent':
    case 'bpmn:EndEvent':
    case 'bpmn:SendTask':
      return { kind: 'throw' };
    case 'bpmn:BoundaryEvent':
      return { kind: 'boundary', attachedTo: host?.id ?? '', interrupting: !nonInterrupting };
    case 'bpmn:StartEvent':
      return scope.kind === 'process'
        ? { kind: 'process-start' }
        : { kind: 'start', scopeId: scope.id, interrupting: !nonInterrupting };
    default:
      return undefined;
  }
}
