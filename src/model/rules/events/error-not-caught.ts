import type { Rule } from '../rule.ts';
import { describeThrown, findCatchers, NO_CODE, thrownBy } from '../shared/find-catchers.ts';

export const errorNotCaught: Rule = {
  name: 'error-not-caught',
  check: ({ events }) =>
    events.flatMap((event) => {
      const thrown = thrownBy(event);
      // `throw-without-code` reports errors without a code.
      if (thrown?.kind !== 'error' || thrown.code === NO_CODE || findCatchers(thrown, events).size > 0) return [];
      return {
        severity: 'warning',
        elementId: event.node.id,
        reason: `Nothing catches the ${describeThrown(thrown)} that "${event.node.name}" throws, so the step that reaches it fails.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or use a plain end event.',
      };
    }),
};
