import { findCatchers, nameThrown, thrownBy } from './caught-around.ts';
import type { Rule } from './rule.ts';

export const errorNotCaught: Rule = {
  name: 'error-not-caught',
  check: ({ events }) =>
    events.flatMap((event) => {
      const thrown = thrownBy(event);
      if (thrown?.kind !== 'error' || findCatchers(thrown, events).size > 0) return [];
      return {
        severity: 'warning',
        elementId: event.node.id,
        reason: `Nothing catches the ${nameThrown(thrown)} that "${event.node.name}" throws, so the step that comes to it fails.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or end plainly.',
      };
    }),
};
