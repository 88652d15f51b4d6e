import type { GraphNode } from '../../net/graph.ts';
import type { Content } from './message.ts';
import { messageOf } from './message.ts';
import { refOf } from './read-drawing.ts';
import type { ScopeView } from './scope-view.ts';

interface Referenced {
  resolve?(message: unknown, error?: unknown): Record<string, unknown>;
}

const REFERENCES = {
  Message: { key: 'messageRef', type: 'message' },
  Signal: { key: 'signalRef', type: 'signal' },
  Error: { key: 'errorRef', type: 'throw' },
  Escalation: { key: 'escalationRef', type: 'escalation' },
} as const;

/** The message, signal, error or escalation of an event definition, with its name resolved. */
export function resolveReference(
  view: ScopeView,
  node: GraphNode,
  index: number,
  content: Content,
): Record<string, unknown> {
  const { behaviour, type } = view.owner(node.id);
  const definitions = (behaviour.eventDefinitions ?? []) as readonly {
    type: string;
    behaviour: Record<string, unknown>;
  }[];
  const definition = definitions[index] ?? {
    type: type === 'bpmn:ReceiveTask' ? 'bpmn:MessageEventDefinition' : type,
    behaviour,
  };
  const word = definition.type.replace(/^bpmn:|EventDefinition$/g, '') as keyof typeof REFERENCES;
  const { key, type: referenceType } = REFERENCES[word] ?? REFERENCES.Message;
  const { ref } = refOf(definition.behaviour, key);
  const found = ref === undefined ? undefined : view.context.getActivityById<Referenced | null>(ref);
  if (found?.resolve) return found.resolve(messageOf(content));
  return { name: 'anonymous', ...(definition.behaviour[key] as object | undefined), referenceType };
}
