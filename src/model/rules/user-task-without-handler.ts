import type { Rule } from './rule.ts';

export const userTaskWithoutHandler: Rule = {
  name: 'user-task-without-handler',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ assignment }) => assignment.length === 0)
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `Nobody can handle the user task "${node.name}": it names no assignee, candidate, group or lane.`,
        remedy: 'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane.',
      })),
};
