import type { Rule } from './rule.ts';

export const throwWithoutCode: Rule = {
  name: 'throw-without-code',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'throw' || trigger === undefined) return [];
      if ((trigger.kind !== 'error' && trigger.kind !== 'escalation') || trigger.code !== undefined) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" throws an ${trigger.kind}, but it is not said which.`,
        remedy: `Choose or create an ${trigger.kind} with a code in the modeler.`,
      };
    }),
};
