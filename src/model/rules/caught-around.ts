import type { DrawnScope } from '../read/drawing.ts';
import type { EventDraft } from '../read/read-event.ts';

/**
 * Whether a thrown error or escalation is caught by an event sub-process of a scope around the throw, or by a boundary
 * event on a sub-process around it.
 */
export function isCaughtAround(
  from: DrawnScope,
  thrown: { readonly kind: 'error' | 'escalation'; readonly code?: string },
  events: readonly EventDraft[],
): boolean {
  for (let scope: DrawnScope | undefined = from; scope !== undefined; scope = scope.node?.scope) {
    const at = scope;
    const caught = events.some(({ node, role, trigger }) => {
      if (trigger?.kind !== thrown.kind || (trigger.code !== undefined && trigger.code !== thrown.code)) return false;
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
