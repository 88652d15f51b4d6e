import { activitiesIn, type EngineActivity, type EngineScope } from './engine-internals.ts';

interface Interruptible {
  _runDiscard(content: { inbound: readonly unknown[] }): void;
  readonly broker: {
    cancel(tag: string): void;
    getQueue(name: string): { readonly messages: readonly { content: unknown }[]; purge(): void } | undefined;
  };
}

/**
 * Cancels everything in a scope except one activity, as an interrupting event sub-process must; the engine never does it.
 * Tokens that wait in front of a join are removed too, so that the scope can end.
 */
export function interruptScope(scope: EngineScope, keep: EngineActivity): void {
  for (const api of scope.getPostponed()) {
    const { owner } = api;
    if (owner !== keep && !owner.isSequenceFlow && !owner.isAssociation && !owner.attachedTo) api.discard();
  }
  for (const activity of activitiesIn(scope)) {
    const { broker } = activity as unknown as Interruptible;
    const queue = broker.getQueue('inbound-q');
    if (activity === keep || activity.status || !queue || queue.messages.length === 0) continue;
    const inbound = queue.messages.map(({ content }) => content);
    broker.cancel('_run-on-inbound');
    queue.purge();
    const flows = (activity as unknown as Record<symbol, { inboundJoinFlows?: Set<unknown> }>)[Symbol.for('flows')];
    flows?.inboundJoinFlows?.clear();
    (activity as unknown as Interruptible)._runDiscard({ inbound });
  }
}
