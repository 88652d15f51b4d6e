import type { Rule } from '../rule.ts';

export const completionConditionInvalid: Rule = {
  name: 'completion-condition-invalid',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses].flatMap(({ node: { id, name }, multiInstance }) => {
      const condition = multiInstance?.condition;
      if (condition === undefined || !condition.constant || /^(true|false)$/.test(condition.text)) return [];
      return {
        severity: 'error',
        elementId: id,
        reason: `The completion condition of "${name}", "${condition.text}", is plain text, which is neither true nor false.`,
        remedy: 'Write it as ${…}, such as ${nrOfCompletedInstances >= 2}, or begin it with = for FEEL.',
      };
    }),
};
