import type { AccessTokens } from '../http/access-tokens.ts';
import { countSentMessages } from '../messages/message-views.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CenterState } from '../state/center-state.ts';
import { accountRoutes } from './account-routes.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { ControlRoute } from './control-route.ts';
import { type ControlServer, createControlServer } from './control-server.ts';
import { diagramRoutes } from './diagram-routes.ts';
import { openEventStream } from './event-stream.ts';
import { messageRoutes } from './message-routes.ts';
import { runningRoutes } from './running-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { trafficRoutes } from './traffic-routes.ts';

export interface ControlParts {
  readonly center: CenterState;
  readonly tokens: AccessTokens;
  readonly feed: ChangeFeed;
  readonly ownHost: string;
}

/**
 * The control API of a sandbox: its methods over HTTP.
 * @param sandboxOf called with the first request, since the sandbox knows its address only after its server listens
 */
export function createControl(
  sandboxOf: () => Sandbox,
  { center, tokens, feed, ownHost }: ControlParts,
): ControlServer {
  let routes: readonly ControlRoute[] | undefined;
  return createControlServer({
    ownHost,
    routes() {
      routes ??= [...routesOf(sandboxOf(), center), ...tokenRoutes(center, tokens)];
      return routes;
    },
    openEvents: (response) => openEventStream(feed, () => countSentMessages(center), response),
  });
}

function routesOf(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  return [
    ...runningRoutes(sandbox, center),
    ...accountRoutes(sandbox, center),
    ...taskRoutes(sandbox, center),
    ...diagramRoutes(sandbox, center),
    ...messageRoutes(sandbox, center),
    ...trafficRoutes(sandbox, center),
  ];
}
