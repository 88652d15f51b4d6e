import { elementOf, nameOf } from '../../moddle/moddle-element.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Finding, Rule } from '../rule.ts';

const CHOOSES = /(Exclusive|Inclusive|Complex)Gateway$/;

/** Other engines fail at run time when all other conditions are false. */
export const defaultFlowElsewhere: Rule = {
  name: 'default-flow-elsewhere',
  check: ({ diagram }) => [...diagram.nodes.values()].flatMap(judge),
};

function judge({ id, name, type, element, outgoing }: FlowNode): readonly Finding[] {
  const flow = elementOf(element, 'default');
  if (flow === undefined || outgoing.some((each) => each.element === flow)) return [];
  const source = elementOf(flow, 'sourceRef');
  const addition = source === undefined ? '' : `; it comes out of "${nameOf(source) ?? source.id}"`;
  const chooses = CHOOSES.test(type) || outgoing.some(({ condition }) => condition !== undefined);
  return [
    {
      severity: chooses && outgoing.length > 1 ? 'error' : 'warning',
      elementId: id,
      reason: `"${name}" names ${flow.id} as its default flow, which is not one of its own flows${addition}.`,
      remedy: `Name one of its own${outgoing.length === 0 ? '' : ` (${outgoing.map((each) => each.id).join(', ')})`}, or remove the default.`,
    },
  ];
}
