import { eventDefinitionsOf, eventKindOf } from '../read/event-kind.ts';
import type { Rule } from './rule.ts';

export const severalEventDefinitions: Rule = {
  name: 'several-event-definitions',
  check: ({ drawing }) =>
    [...drawing.nodes.values()].flatMap(({ id, name, element }) => {
      const kinds = eventDefinitionsOf(element).map(eventKindOf);
      if (kinds.length < 2) return [];
      return {
        severity: 'error',
        elementId: id,
        reason: `The event "${name}" is several at once (${kinds.join(', ')}), and an event runs with one alone.`,
        remedy: 'Draw an event for each of them.',
      };
    }),
};
