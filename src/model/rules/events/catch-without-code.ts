import { elementOf, nameOf, textOf } from '../../moddle/moddle-element.ts';
import type { Rule } from '../rule.ts';

/** An event that refers to an error or escalation without a code catches every error or escalation, as in Camunda 7. */
export const catchWithoutCode: Rule = {
  name: 'catch-without-code',
  check: ({ events }) =>
    events.flatMap(({ node, definition, role, kind }) => {
      if (role.kind === 'throw' || (kind !== 'error' && kind !== 'escalation')) return [];
      const named = elementOf(definition, `${kind}Ref`);
      if (named === undefined || textOf(named, `${kind}Code`) !== undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" names the ${kind} "${nameOf(named) ?? named.id}", which has no code: it catches every ${kind}, not only this one.`,
        remedy: `Give the ${kind} a code, here and where it is thrown; do nothing if every ${kind} is meant.`,
        guess: true,
      };
    }),
};
