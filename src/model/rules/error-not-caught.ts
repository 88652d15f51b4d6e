import { findCatchers } from './caught-around.ts';
import type { Rule } from './rule.ts';

export const errorNotCaught: Rule = {
  name: 'error-not-caught',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'throw' || trigger?.kind !== 'error') return [];
      if (findCatchers({ ...trigger, from: node.scope }, events).size > 0) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Nothing catches the error ${trigger.code ?? ''} that "${node.name}" throws, so the step that comes to it fails.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or end plainly.',
      };
    }),
};
