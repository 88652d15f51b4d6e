import type { Rule } from '../rule.ts';

export const conditionIsPlainText: Rule = {
  name: 'condition-is-plain-text',
  check: ({ conditions, diagram }) =>
    [...conditions].flatMap(([flowId, { expression, script, isConstant }]) => {
      // The condition of a default flow is never evaluated; `default-flow-with-condition` reports it.
      if (diagram.flows.get(flowId)?.isDefault === true) return [];
      if (isConstant) {
        return {
          severity: 'warning',
          guess: true,
          elementId: flowId,
          reason: `The condition is plain text and is treated as the constant ${expression.text.slice(2, -1)}.`,
          remedy: `Write it as ${expression.text}, or begin it with = for FEEL.`,
        };
      }
      if (!expression.constant || script !== undefined) return [];
      return {
        severity: 'error',
        elementId: flowId,
        reason: `The condition "${expression.text}" is plain text, which is neither true nor false: neither the condition nor the file names a language.`,
        remedy:
          'Write it as ${…}, or begin it with = for FEEL; if it is a script, name its language, so that the function for scripts can run it.',
      };
    }),
};
