import type { GraphNode } from '../../net/graph.ts';
import { type Content, messageOf } from './message.ts';
import type { Run } from './run.ts';

/** The message, signal, error or escalation of an event definition, with its name resolved. */
export function resolveReference(run: Run, node: GraphNode, index: number, content: Content): Record<string, unknown> {
  const view = run.viewOf(run.contents.scopeNamed(content));
  const { behaviour, definitions } = view.owner(node.id);
  const { type = 'bpmn:MessageEventDefinition', behaviour: definition = behaviour } = definitions[index] ?? {};
  const word = type.replace(/^bpmn:|EventDefinition$/g, '').toLowerCase();
  const reference = definition[`${word}Ref`] as { readonly id?: string } | undefined;
  const element =
    reference?.id === undefined ? undefined : view.context.getActivityById<Referenced | null>(reference.id);
  if (element?.resolve) return element.resolve(messageOf(content));
  return { name: 'anonymous', ...reference, referenceType: word === 'error' ? 'throw' : word };
}

interface Referenced {
  resolve?(message: unknown): Record<string, unknown>;
}
