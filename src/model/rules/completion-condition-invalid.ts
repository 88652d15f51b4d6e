import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

export const completionConditionInvalid: Rule = {
  name: 'completion-condition-invalid',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses].flatMap(({ node, multiInstance }) => {
      const condition = multiInstance?.condition;
      if (condition === undefined || !condition.constant || /^(true|false)$/.test(condition.text)) return [];
      const language = languageOf(node);
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The completion condition of "${node.name}", "${condition.text}", is ${language === undefined ? 'plain text, which is neither true nor false' : `a script in ${language}, and ${NO_SCRIPT}`}.`,
        remedy: `Write it as \${…}, such as \${nrOfCompletedInstances >= 2}, or begin it with = for FEEL${language === undefined ? '' : FUNCTION}.`,
      };
    }),
};

// Scripts are jobs. While one ran, others would sign, and what it decides would be of a count that is past.
const NO_SCRIPT = 'it is looked at in the step in which somebody signs, which waits for no script';
const FUNCTION =
  '; what an expression cannot say, a function of the host can: expressions: { functions: { isEnough: (done, all) => … } } and ${isEnough(nrOfCompletedInstances, nrOfInstances)}';

function languageOf({ element }: FlowNode): string | undefined {
  return textOf(elementOf(elementOf(element, 'loopCharacteristics'), 'completionCondition'), 'language');
}
