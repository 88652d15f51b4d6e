import type { Rule } from './rule.ts';

// BPMN 2.0, 10.6.2: every flow out of an exclusive gateway but the default one has a condition.
export const flowWithoutCondition: Rule = {
  name: 'flow-without-condition',
  check: ({ drawing, routings, conditions }) =>
    [...routings]
      .filter(([, { kind }]) => kind === 'conditions' || kind === 'variable')
      .flatMap(([id]) => drawing.nodes.get(id)?.outgoing ?? [])
      .filter((flow) => !flow.isDefault && !conditions.has(flow.id))
      .map(({ id, name, source }) => ({
        severity: 'error',
        elementId: id,
        reason: `The flow${name === undefined ? '' : ` "${name}"`} out of the gateway "${source?.name}" has no condition, while others have one.`,
        remedy: 'Give it a condition, or mark it as the default flow.',
      })),
};
