import { hasCompletionCondition } from '../../read/tasks/read-multi-instance.ts';
import type { Rule } from '../rule.ts';

export const votesWithCompletionCondition: Rule = {
  name: 'votes-with-completion-condition',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ votes, multiInstance }) => votes !== undefined && hasCompletionCondition(multiInstance))
      .filter(({ multiInstance }) => multiInstance?.completion === undefined)
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" has a completion condition, but its signers vote, and a condition cannot say which side won.`,
        remedy: 'Replace it by ttc:completion: all, any, a number of approvals such as 2, or a percentage such as 60%.',
      })),
};
