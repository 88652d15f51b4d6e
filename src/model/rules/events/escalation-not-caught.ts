import type { Rule } from '../rule.ts';
import { describeThrown, findCatchers, NO_CODE, thrownBy } from '../shared/find-catchers.ts';

export const escalationNotCaught: Rule = {
  name: 'escalation-not-caught',
  check: ({ events }) =>
    events.flatMap((event) => {
      const thrown = thrownBy(event);
      // `throw-without-code` reports escalations without a code.
      if (thrown?.kind !== 'escalation' || thrown.code === NO_CODE || findCatchers(thrown, events).size > 0) return [];
      return {
        severity: 'warning',
        elementId: event.node.id,
        reason: `Nothing catches the ${describeThrown(thrown)} that "${event.node.name}" throws, so nothing happens there.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or remove it.',
      };
    }),
};
