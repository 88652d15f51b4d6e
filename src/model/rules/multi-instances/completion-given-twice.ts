import { hasCompletionCondition } from '../../read/tasks/read-multi-instance.ts';
import type { Rule } from '../rule.ts';

export const completionGivenTwice: Rule = {
  name: 'completion-given-twice',
  check: ({ userTasks, subProcesses }) =>
    [...userTasks, ...subProcesses]
      .filter(({ multiInstance }) => multiInstance?.completion !== undefined && hasCompletionCondition(multiInstance))
      .map(({ node }) => ({
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" has ttc:completion and a completion condition; the condition is ignored.`,
        remedy: 'Remove the one you do not want.',
      })),
};
