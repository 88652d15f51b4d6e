import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { EventDraft } from '../read/read-event.ts';
import type { Rule } from './rule.ts';

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
        remedy: 'Give it a condition such as ${amount > 1000}, or =amount > 1000 in FEEL.',
      };
    }),
};

function findFault({ kind, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'condition') return undefined;
  const condition = elementOf(definition, 'condition');
  const text = textOf(condition, 'body');
  if (text === undefined) return 'has no condition';
  if (trigger?.kind !== 'condition')
    return `has a script in ${textOf(condition, 'language')} as its condition, which is not run`;
  return trigger.condition.constant ? `has "${text}" as its condition, which is plain text` : undefined;
}
