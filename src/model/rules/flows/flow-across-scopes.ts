import type { DrawnScope } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

export const flowAcrossScopes: Rule = {
  name: 'flow-across-scopes',
  check: ({ diagram }) =>
    [...diagram.flows.values()].flatMap(({ id, scope, source, target }) => {
      if (source === undefined || target === undefined) return [];
      if (source.scope === target.scope && source.scope === scope) return [];
      return {
        severity: 'error',
        elementId: id,
        reason:
          source.scope === target.scope
            ? `The flow from "${source.name}" to "${target.name}" is stored in ${describeScope(scope)}, but both of its ends are in ${describeScope(source.scope)}.`
            : `The flow leads from "${source.name}" in ${describeScope(source.scope)} to "${target.name}" in ${describeScope(target.scope)}, but a flow cannot cross the border of a sub-process.`,
        remedy:
          source.scope === target.scope
            ? 'Move it there in the XML, or draw it again.'
            : 'Let the flow lead to the sub-process itself, or use a boundary event to leave it.',
      };
    }),
};

function describeScope({ kind, name }: DrawnScope): string {
  return kind === 'process' ? 'the process' : `the ${kind} "${name}"`;
}
