import { calledFunctions } from '../../expressions/expression-analysis.ts';
import type { Finding, Rule } from '../rule.ts';

export const functionMissing: Rule = {
  name: 'function-missing',
  check: ({ expressions, options }) => {
    const found = new Map<string, Finding>();
    for (const { elementId, from, expression } of expressions) {
      for (const name of calledFunctions(expression)) {
        if (options.functions?.has(name) !== false) continue;
        found.set(`${elementId} ${name}`, {
          severity: 'error',
          elementId,
          reason: `The expression ${expression.text} of ${from} calls the function ${name}, which the host does not have.`,
          remedy: `Pass expressions: { functions: { '${name}': (…) => … } } to createBridge or createPlugin: pure, synchronous, plain JSON in and out.`,
        });
      }
    }
    return [...found.values()];
  },
};
