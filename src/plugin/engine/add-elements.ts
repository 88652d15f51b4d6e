import type { ScopeContext } from './copies/scope-context.ts';
import type { EngineActivity, EngineFlow, EngineScope } from './engine-internals.ts';

interface Subscriber {
  readonly broker: {
    subscribeTmp(exchange: string, pattern: string, hear: unknown, options: object): void;
  };
}

/** The engine's internals of a running scope, used to add elements to it. */
interface ScopeInternals {
  readonly id: string;
  readonly context: ScopeContext & {
    getActivities(scopeId: string): (EngineActivity & Subscriber & { activate(scope: object): void })[];
    getSequenceFlows(scopeId: string): (EngineFlow & Subscriber)[];
  };
}

const ELEMENTS = Symbol.for('elements');
const HANDLERS = Symbol.for('messageHandlers');

/**
 * Adds the elements to a running scope that its source has gained. The engine lists the elements of a scope once, when the
 * scope starts; new ones are added as if they had been there from the start.
 */
export function addElements(scope: EngineScope): readonly EngineActivity[] {
  const { id, context } = scope as unknown as ScopeInternals;
  const internals = scope as unknown as Record<symbol, Record<string, unknown>>;
  const listed = internals[ELEMENTS] ?? {};
  const hear = internals[HANDLERS]?.onActivityEvent;
  const before = new Set<object>([...scope.getActivities(), ...scope.getSequenceFlows()]);
  const activities = context.getActivities(id);
  const flows = context.getSequenceFlows(id);
  listed.children = activities;
  listed.flows = flows;
  for (const flow of flows) {
    if (!before.has(flow)) subscribe(flow, '_process-flow-controller', hear);
  }
  for (const activity of activities) {
    if (before.has(activity)) continue;
    activity.activate(scope);
    subscribe(activity, '_process-activity-consumer', hear);
  }
  return activities;
}

function subscribe({ broker }: Subscriber, consumerTag: string, hear: unknown): void {
  broker.subscribeTmp('event', '#', hear, { noAck: true, consumerTag, priority: 200 });
}
