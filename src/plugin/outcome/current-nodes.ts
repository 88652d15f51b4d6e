import type { Execution } from 'bpmn-engine';
import type { EventWait } from '../at-rest/event-waits.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn } from '../engine/engine-internals.ts';
import { gatewayBefore } from '../engine/gateway-before.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import type { Wait } from '../engine/waits.ts';

/**
 * The nodes of an engine at rest that hold a token: waiting activities, joins that wait for more tokens, and the
 * sub-processes around them. Elements that only listen, such as boundary events, hold no token.
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
