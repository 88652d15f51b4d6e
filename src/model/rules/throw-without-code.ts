import type { Rule } from './rule.ts';

/** Flowable and Activiti run such a throw, and let every boundary event catch it; here, those that catch every one. */
export const throwWithoutCode: Rule = {
  name: 'throw-without-code',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'throw' || trigger === undefined) return [];
      if ((trigger.kind !== 'error' && trigger.kind !== 'escalation') || trigger.code !== undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" throws an ${trigger.kind}, but it is not said which: only events that catch every ${trigger.kind} catch it.`,
        remedy: `Choose or create an ${trigger.kind} with a code in the modeler.`,
        guess: true,
      };
    }),
};
