import type { Flow, FlowNode } from '../read/drawing.ts';
import type { Finding, Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const elementNotSupported: Rule = {
  name: 'element-not-supported',
  check: ({ drawing }) => [
    ...[...drawing.nodes.values()].flatMap(judgeNode),
    ...[...drawing.flows.values()].flatMap(judgeFlow),
  ],
};

function judgeNode(node: FlowNode): readonly Finding[] {
  const unsupported = findUnsupported(node.element);
  if (unsupported === undefined) return [];
  const name = node.name === node.id ? '' : ` "${node.name}"`;
  const reason = `This version does not run ${withArticle(unsupported.kind)}${name}.`;
  return [{ severity: 'error', elementId: node.id, reason, remedy: unsupported.remedy }];
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

const CHOOSES = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway']);

/** A condition that hangs directly on a task, an event or a gateway that does not choose. */
function judgeFlow({ id, condition, isDefault, source }: Flow): readonly Finding[] {
  if ((condition === undefined && !isDefault) || source === undefined || CHOOSES.has(source.type)) return [];
  const reason =
    condition === undefined
      ? `The flow is marked as default, but it comes out of "${source.name}", which does not choose between flows.`
      : `This version does not run a condition on a flow that comes directly out of "${source.name}".`;
  return [{ severity: 'error', elementId: id, reason, remedy: 'Draw an exclusive or inclusive gateway before it.' }];
}
