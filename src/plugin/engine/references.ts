import type { GraphNode } from '../../net/graph.ts';
import { type Content, messageOf } from './message.ts';
import type { Run } from './run.ts';

/** The message, signal, error or escalation of an event definition, with its name resolved. */
export function resolveReference(run: Run, node: GraphNode, index: number, content: Content): Record<string, unknown> {
  const view = run.viewOf(run.contents.scopeNamed(content));
  const { type = 'bpmn:MessageEventDefinition', behaviour } =
    run.drawing.definitionsOf(node.id)[index] ?? run.drawing.elements.get(node.id) ?? {};
  const word = type === 'bpmn:ReceiveTask' ? 'message' : type.replace(/^bpmn:|EventDefinition$/g, '').toLowerCase();
  const reference = behaviour?.[`${word}Ref`] as { readonly id?: string } | undefined;
  const element =
    reference?.id === undefined ? undefined : view.context.getActivityById<Referenced | null>(reference.id);
  if (element?.resolve) return element.resolve(messageOf(content));
  return { name: 'anonymous', ...reference, referenceType: word === 'error' ? 'throw' : word };
}

interface Referenced {
  resolve?(message: unknown): Record<string, unknown>;
}
