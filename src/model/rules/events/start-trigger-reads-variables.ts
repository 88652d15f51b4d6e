import { expressionNames } from '../../expressions/expression-analysis.ts';
import type { EventTrigger } from '../../nodes/event-node.ts';
import type { Rule } from '../rule.ts';

export const startTriggerReadsVariables: Rule = {
  name: 'start-trigger-reads-variables',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      const expression = role.kind === 'process-start' && trigger !== undefined ? expressionOf(trigger) : undefined;
      const names = expression === undefined ? [] : [...expressionNames(expression)];
      if (expression === undefined || names.length === 0) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The start event "${node.name}" reads ${names.join(', ')} in ${expression.text}, but there are no variables before the process starts.`,
        remedy: 'Write a text, or an expression without variables.',
      };
    }),
};

function expressionOf(trigger: EventTrigger) {
  if (trigger.kind === 'timer') return trigger.value;
  return trigger.kind === 'message' || trigger.kind === 'signal' ? trigger.name : undefined;
}
