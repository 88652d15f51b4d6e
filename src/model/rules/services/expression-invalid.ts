import type { Rule } from '../rule.ts';

export const expressionInvalid: Rule = {
  name: 'expression-invalid',
  check: ({ expressionFailures }) =>
    expressionFailures.map(({ elementId, from, text, reason }) => ({
      severity: 'error',
      elementId,
      reason: `The expression ${text} of ${from} cannot be used: ${reason}.`,
      remedy:
        'Write it as ${…} with variables, operators and methods, or as =… in FEEL; for anything else, pass a function of the host: expressions: { functions }.',
    })),
};
