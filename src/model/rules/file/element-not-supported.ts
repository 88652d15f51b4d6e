import { elementOf } from '../../moddle/moddle-element.ts';
import type { Flow, FlowNode } from '../../read/diagram.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

export const elementNotSupported: Rule = {
  name: 'element-not-supported',
  check: ({ diagram }) => [
    ...[...diagram.nodes.values()].flatMap(judgeNode),
    ...[...diagram.flows.values()].flatMap(judgeFlow),
  ],
};

function judgeNode(node: FlowNode): readonly Finding[] {
  const unsupported = findUnsupported(node.element);
  if (unsupported === undefined || unsupported.runsAfterPreparation === true) return [];
  // The transaction that it is attached to is reported instead.
  if (elementOf(node.element, 'attachedToRef')?.$type === 'bpmn:Transaction') return [];
  const name = node.name === node.id ? '' : ` "${node.name}"`;
  const reason = `This version does not run ${withArticle(unsupported.kind)}${name}.`;
  return [{ severity: 'error', elementId: node.id, reason, remedy: unsupported.remedy }];
}

export function withArticle(kind: string): string {
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`;
}

const CHOOSES = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway']);

const ACTIVITY = /Task$|SubProcess$|^bpmn:(CallActivity|Transaction)$/;

/** Reports a default flow of an event, or of a gateway that does not choose. */
function judgeFlow({ id, condition, isDefault, source }: Flow): readonly Finding[] {
  if (condition !== undefined || !isDefault || source === undefined || choosesFlows(source)) return [];
  const reason = `The flow is marked as default, but it comes out of "${source.name}", which does not choose between flows.`;
  return [{ severity: 'error', elementId: id, reason, remedy: 'Draw an exclusive or inclusive gateway before it.' }];
}

/** An activity chooses between its flows if one of them has a condition. */
function choosesFlows({ type, outgoing }: FlowNode): boolean {
  return CHOOSES.has(type) || (ACTIVITY.test(type) && outgoing.some(({ condition }) => condition !== undefined));
}
