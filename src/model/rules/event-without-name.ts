import type { Rule } from './rule.ts';

export const eventWithoutName: Rule = {
  name: 'event-without-name',
  check: ({ events }) =>
    events
      .filter(({ kind, trigger }) => (kind === 'message' || kind === 'signal') && trigger === undefined)
      .map(({ node, kind, role }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" ${role.kind === 'throw' ? 'throws' : 'waits for'} a ${kind}, but it is not said which.`,
        remedy: `Choose or create a ${kind} with a name in the modeler.`,
      })),
};
