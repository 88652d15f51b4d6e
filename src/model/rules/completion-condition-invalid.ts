import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

export const completionConditionInvalid: Rule = {
  name: 'completion-condition-invalid',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses].flatMap(({ node, multiInstance }) => {
      const condition = multiInstance?.condition;
      if (condition === undefined || !condition.constant || /^(true|false)$/.test(condition.text)) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The completion condition of "${node.name}", "${condition.text}", is ${explain(node)}, which is neither true nor false.`,
        remedy: 'Write it as ${…}, such as ${nrOfCompletedInstances >= 2}, or begin it with = for FEEL.',
      };
    }),
};

function explain({ element }: FlowNode): string {
  const language = textOf(elementOf(elementOf(element, 'loopCharacteristics'), 'completionCondition'), 'language');
  return language === undefined ? 'plain text' : `a script in ${language}`;
}
