import type { AssignmentSource } from '../../nodes/task-node.ts';
import type { Rule } from '../rule.ts';

const PLACEHOLDER = /\{\{[^{}]*\}\}/;

/** `{{manager}}`, as in the templates of some tools: engines take it literally, as an account or group. */
export const placeholderAsName: Rule = {
  name: 'placeholder-as-name',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) => {
      const found = assignment.flatMap(findPlaceholders);
      if (found.length === 0) return [];
      return {
        severity: 'warning',
        guess: true,
        elementId: node.id,
        reason: `"${node.name}" has ${found.join(', ')}, which is used literally: it looks like a placeholder left over from a template.`,
        remedy: 'Fill it in; if it is a variable, write ${…}, or =… in FEEL.',
      };
    }),
};

function findPlaceholders({ from, expressions }: AssignmentSource): readonly string[] {
  return expressions.flatMap(({ text, constant }) => (constant && PLACEHOLDER.test(text) ? `${text} (${from})` : []));
}
