import { calledGetters } from '../../expressions/expression-analysis.ts';
import { getterMember } from '../../expressions/methods/call-method.ts';
import type { Finding, Rule } from '../rule.ts';

export const getterReadsMember: Rule = {
  name: 'getter-reads-member',
  check: ({ expressions, options }) => {
    const found = new Map<string, Finding>();
    for (const { elementId, expression } of expressions) {
      for (const path of calledGetters(expression)) {
        if (options.functions?.has(path)) continue;
        const [object, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)];
        found.set(`${elementId} ${path}`, {
          severity: 'warning',
          guess: true,
          elementId,
          reason: `${path}() in ${expression.text} is read as the member ${getterMember(name, 0)} of the variable ${object}.`,
          remedy: `Write \${${object}.${getterMember(name, 0)}}; or, if ${object} is a bean, pass expressions: { functions: { '${path}': () => … } }.`,
        });
      }
    }
    return [...found.values()];
  },
};
