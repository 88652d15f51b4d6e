import type { Rule } from '../rule.ts';

export const codeIsExpression: Rule = {
  name: 'code-is-expression',
  check: ({ events }) =>
    events.flatMap(({ node, trigger }) => {
      if (trigger?.kind !== 'error' && trigger?.kind !== 'escalation') return [];
      if (trigger.code === undefined || !/^=|[$#]\{/.test(trigger.code)) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The code ${trigger.code} of "${node.name}" is an expression, and a code is compared as it stands.`,
        remedy: 'Write a plain code, or throw different ones behind a gateway.',
      };
    }),
};
