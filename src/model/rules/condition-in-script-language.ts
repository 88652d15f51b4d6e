import type { Rule } from './rule.ts';

export const conditionInScriptLanguage: Rule = {
  name: 'condition-in-script-language',
  check: ({ conditions }) =>
    [...conditions].flatMap(([flowId, { foreignLanguage }]) =>
      foreignLanguage === undefined
        ? []
        : {
            severity: 'error',
            elementId: flowId,
            reason: `The condition is a script in ${foreignLanguage}, and scripts are not run.`,
            remedy: 'Write it as an expression: ${amount > 1000}, or =amount > 1000 in FEEL.',
          },
    ),
};
