import type { Rule } from '../rule.ts';

/** BPMN 2.0, 10.5.4: an error always interrupts, because the failed activity cannot continue. */
export const errorAlwaysInterrupts: Rule = {
  name: 'error-always-interrupts',
  check: ({ events }) =>
    events.flatMap(({ node, role, kind }) => {
      const property =
        role.kind === 'boundary' ? 'cancelActivity' : role.kind === 'start' ? 'isInterrupting' : undefined;
      if (kind !== 'error' || property === undefined || node.element.get(property) !== false) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `The error event "${node.name}" is drawn as non-interrupting, but an error always interrupts.`,
        remedy: 'Draw it as interrupting, or throw an escalation if the rest should go on.',
      };
    }),
};
