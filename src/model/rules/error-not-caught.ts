import type { DrawnScope } from '../read/drawing.ts';
import type { EventDraft } from '../read/read-event.ts';
import type { Rule } from './rule.ts';

export const errorNotCaught: Rule = {
  name: 'error-not-caught',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      if (role.kind !== 'throw' || trigger?.kind !== 'error' || isCaught(node.scope, trigger.code, events)) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Nothing catches the error ${trigger.code ?? ''} that "${node.name}" throws, so the step that comes to it fails.`,
        remedy:
          'Catch it with a boundary event on the sub-process around it or with an event sub-process, or end plainly.',
      };
    }),
};

/** By an event sub-process of a scope around the throw, or by a boundary event on the sub-process. */
function isCaught(from: DrawnScope, code: string | undefined, events: readonly EventDraft[]): boolean {
  for (let scope: DrawnScope | undefined = from; scope !== undefined; scope = scope.node?.scope) {
    const at = scope;
    const caught = events.some(({ node, role, trigger }) => {
      if (trigger?.kind !== 'error' || (trigger.code !== undefined && trigger.code !== code)) return false;
      if (role.kind === 'boundary') return at.node?.boundaries.includes(node) === true;
      // One that is running already does not catch what is thrown inside it.
      return role.kind === 'start' && node.scope.node?.scope === at && !isInside(from, node.scope);
    });
    if (caught) return true;
  }
  return false;
}

function isInside(inner: DrawnScope, outer: DrawnScope): boolean {
  for (let scope: DrawnScope | undefined = inner; scope !== undefined; scope = scope.node?.scope) {
    if (scope === outer) return true;
  }
  return false;
}
