import { elementOf, nameOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from '../read/diagram.ts';
import type { Finding, Rule } from './rule.ts';

const CHOOSES = /(Exclusive|Inclusive|Complex)Gateway$/;

/** Other engines fail at run time when all other conditions are false. */
const defaultFlowElsewhere: Rule = {
  name: 'default-flow-elsewhere',
  severity: 'error',
  says: 'the default flow of a gateway or activity is a flow of another element; a warning if the element does not choose',
  remedy: 'Name one of its own flows, or remove the default.',
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

const defaultFlowWithCondition: Rule = {
  name: 'default-flow-with-condition',
  severity: 'warning',
  says: 'the condition of a default flow is never evaluated',
  remedy: 'Delete its condition, or remove the default mark.',
  check: ({ diagram, conditions }) =>
    [...diagram.flows.values()]
      .filter(({ id, isDefault }) => isDefault && conditions.has(id))
      .map(({ id, source }) => ({
        elementId: id,
        reason: `The default flow out of "${source?.name}" has a condition, which is never evaluated.`,
      })),
};

const defaultFlowWithoutButton: Rule = {
  name: 'default-flow-without-button',
  severity: 'warning',
  says: 'both booleans are tested, so no press leads to the default flow',
  remedy: 'Delete the default flow, or the condition that it should replace.',
  check: ({ diagram, routings }) =>
    [...routings].flatMap(([id, routing]) => {
      if (routing.kind !== 'variable') return [];
      return (diagram.nodes.get(id)?.outgoing ?? [])
        .filter((flow) => flow.isDefault && !routing.values.has(flow.id))
        .map((flow) => ({
          elementId: flow.id,
          reason: `The default flow out of "${flow.source?.name}" gets no button: the other flows test ${routing.variable} for true and for false, so nothing is left for it.`,
        }));
    }),
};

export const DEFAULT_FLOW_RULES: readonly Rule[] = [
  defaultFlowElsewhere,
  defaultFlowWithCondition,
  defaultFlowWithoutButton,
];
