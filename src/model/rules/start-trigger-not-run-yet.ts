import type { Rule } from './rule.ts';

export const startTriggerNotRunYet: Rule = {
  name: 'start-trigger-not-run-yet',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'process-start' || trigger === undefined || trigger.kind === 'message') return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The start event "${node.name}" waits for a ${trigger.kind}, and in this version only a message or a call of the service starts a process.`,
        remedy:
          'Draw a plain start event, and let the service start the process, for example on a schedule of its own.',
      };
    }),
};
