import type { Rule } from './rule.ts';

export const expressionInvalid: Rule = {
  name: 'expression-invalid',
  check: ({ expressionFailures }) =>
    expressionFailures.map(({ elementId, from, text, reason }) => ({
      severity: 'error',
      elementId,
      reason: `The expression ${text} of ${from} cannot be used: ${reason}.`,
      remedy: 'Write it with instance variables alone, as ${…} with operators or as =… in FEEL; see the grammar page.',
    })),
};
