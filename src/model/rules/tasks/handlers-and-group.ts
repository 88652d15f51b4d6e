import type { Rule } from '../rule.ts';

export const handlersAndGroup: Rule = {
  name: 'handlers-and-group',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) => {
      const handlers = assignment.find(({ kind }) => kind === 'handlers');
      const group = assignment.find(({ kind }) => kind === 'handlingGroup');
      if (handlers === undefined || group === undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" names people (${handlers.from}) and a group (${group.from}); the center accepts only one of the two.`,
        // In the original engine both candidate users and candidate groups could claim the task.
        ...(handlers.from.endsWith('candidateUsers') ? { guess: true as const } : {}),
        remedy:
          'The people get the task; the group gets it only if there are no people at run time. Remove the one you do not want.',
      };
    }),
};
