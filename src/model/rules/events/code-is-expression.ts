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
        reason: `The code ${trigger.code} of "${node.name}" is an expression, but codes are compared literally.`,
        remedy: 'Write a plain code; to throw different codes, draw a gateway with one event for each code.',
      };
    }),
};
