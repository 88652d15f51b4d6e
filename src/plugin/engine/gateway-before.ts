import { activitiesIn, type EngineActivity } from './engine-internals.ts';
import type { LiveScope } from './live-scopes.ts';

/** The event-based gateway before an activity, which still holds the token. */
export function gatewayBefore({ execution }: LiveScope, activity: EngineActivity): EngineActivity | undefined {
  const sources = new Set(activity.inbound.map(({ sourceId }) => sourceId));
  return activitiesIn(execution).find(({ id, type }) => type === 'bpmn:EventBasedGateway' && sources.has(id));
}
