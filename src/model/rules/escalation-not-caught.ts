import { findCatchers } from './caught-around.ts';
import type { Rule } from './rule.ts';

export const escalationNotCaught: Rule = {
  name: 'escalation-not-caught',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'throw' || trigger?.kind !== 'escalation') return [];
      // One without a code is refused.
      if (trigger.code === undefined) return [];
      if (findCatchers({ ...trigger, from: node.scope }, events).size > 0) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Nothing catches the escalation ${trigger.code} that "${node.name}" throws, so nothing happens there.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or remove it.',
      };
    }),
};
