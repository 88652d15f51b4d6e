import { activitiesIn, type EngineActivity } from './engine-internals.ts';
import type { LiveScope } from './live-scopes.ts';

/** The event-based gateway that a node stands behind: its token is still there. */
export function gatewayBefore({ execution }: LiveScope, nodeId: string): EngineActivity | undefined {
  const activities = activitiesIn(execution);
  const sources = new Set(activities.find(({ id }) => id === nodeId)?.inbound.map(({ sourceId }) => sourceId));
  return activities.find(({ id, type }) => type === 'bpmn:EventBasedGateway' && sources.has(id));
}
