import type { Rule } from './rule.ts';

export const conditionIsPlainText: Rule = {
  name: 'condition-is-plain-text',
  check: ({ conditions }) =>
    [...conditions]
      .filter(([, { expression, foreignLanguage }]) => expression.constant && foreignLanguage === undefined)
      .map(([flowId, { expression }]) => ({
        severity: 'error',
        elementId: flowId,
        reason: `The condition "${expression.text}" is plain text, which is neither true nor false.`,
        remedy: 'Write it as ${…}, or begin it with = for FEEL.',
      })),
};
