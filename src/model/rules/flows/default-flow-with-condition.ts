import type { Rule } from '../rule.ts';

export const defaultFlowWithCondition: Rule = {
  name: 'default-flow-with-condition',
  check: ({ diagram, conditions }) =>
    [...diagram.flows.values()]
      .filter(({ id, isDefault }) => isDefault && conditions.has(id))
      .map(({ id, source }) => ({
        severity: 'warning',
        elementId: id,
        reason: `The default flow out of "${source?.name}" has a condition, which is never evaluated.`,
        remedy: 'Delete its condition, or remove the default mark.',
      })),
};
