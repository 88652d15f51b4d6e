import { elementOf, textOf } from '../../moddle/moddle-element.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import type { Rule } from '../rule.ts';

export const eventConditionInvalid: Rule = {
  name: 'event-condition-invalid',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFault(event);
      if (fault === undefined) return [];
      return {
        severity: 'error',
        elementId: event.node.id,
        reason: `The conditional event "${event.node.name}" ${fault}.`,
        remedy: EXPRESSION,
      };
    }),
};

const EXPRESSION = 'Give it a condition such as ${amount > 1000}, or =amount > 1000 in FEEL.';

function findFault({ kind, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'condition') return undefined;
  const text = textOf(elementOf(definition, 'condition'), 'body');
  if (text === undefined || trigger?.kind !== 'condition') return 'has no condition';
  if (trigger.script !== undefined || !trigger.condition.constant) return undefined;
  return `has "${text}" as its condition, which is plain text`;
}
