import type { Execution } from 'bpmn-engine';
import { nodeIdOf } from './copies/copy-id.ts';
import { activitiesIn } from './engine-internals.ts';
import type { EventWait } from './event-waits.ts';
import { gatewayBefore } from './gateway-before.ts';
import { liveScopes } from './live-scopes.ts';
import { waitingTokens } from './waiting-tokens.ts';
import type { Wait } from './waits.ts';

/**
 * The nodes of an engine at rest that hold a token: what waits, the joins that wait for more, and the sub-processes all
 * this is in. What only listens, such as a boundary event, holds none.
 */
export function listCurrentNodes(
  execution: Execution,
  waits: readonly Wait[],
  listening: readonly EventWait[],
): string[] {
  const scopes = liveScopes(execution);
  const catching = listening.filter(({ node }) => node.role.kind === 'catch');
  const joining = scopes.flatMap((scope) =>
    activitiesIn(scope.execution).filter((activity) => waitingTokens(activity).length > 0),
  );
  return [
    ...new Set([
      ...[...waits, ...catching].map(({ activity, scope }) =>
        nodeIdOf((gatewayBefore(scope, activity) ?? activity).id),
      ),
      ...joining.map(({ id }) => id),
      ...scopes.flatMap(({ owner }) => (owner ? nodeIdOf(owner.activity.id) : [])),
    ]),
  ];
}
