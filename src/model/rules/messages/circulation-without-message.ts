import { typeOf } from '../../read/tasks/read-explicit-button.ts';
import type { Rule } from '../rule.ts';

/** A circulation sends a message only if the diagram or the host defines one. */
export const circulationWithoutMessage: Rule = {
  name: 'circulation-without-message',
  check: ({ diagram, messages, options, process, userTasks }) => {
    if (options.circulation !== false) return [];
    const withMessage = new Set(
      messages.filter(({ notices }) => notices.some(({ on }) => on === 'circulated')).map(({ elementId }) => elementId),
    );
    if (withMessage.has(diagram.processId)) return [];
    const withoutMessage = userTasks.filter(({ node }) => !withMessage.has(node.id));
    const ofTasks = withoutMessage.flatMap(({ actions }) => actions);
    return [...(withoutMessage.length > 0 ? process.actions : []), ...ofTasks]
      .filter((action) => typeOf(action) === 'CIRCULARIZE')
      .map(({ elementId, name, key, type }) => ({
        severity: 'warning' as const,
        elementId,
        reason: `The button "${name ?? key ?? type}" circulates a task, but nobody gets a message about it.`,
        remedy:
          'Draw ttc:notify on="circulated" on the task or the process, or give the bridge the option circulation.',
      }));
  },
};
