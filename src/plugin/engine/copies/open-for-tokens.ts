import type { Execution } from 'bpmn-engine';
import { activitiesIn, type EngineActivity, type EngineContent, type EngineScope } from '../engine-internals.ts';
import { liveScopes } from '../live-scopes.ts';
import { waitingTokens } from '../waiting-tokens.ts';
import { findIdle, seekIdle } from './idle-copy.ts';

/** What the elements of one running scope are made from, as far as it leads to the scope. */
export interface ElementContext {
  /** The process, or the sub-process. */
  readonly owner?: Pick<EngineActivity, 'isSubProcess'> & {
    readonly execution?: EngineScope & { readonly source?: { readonly executions?: readonly EngineScope[] } };
  };
  getActivityById(id: string): EngineActivity | null;
}

interface Consumable {
  readonly broker: { getQueue(name: string): { get(): TokenMessage } };
}

interface TokenMessage {
  readonly content: EngineContent & { readonly message?: unknown };
  ack(): void;
}

/**
 * Lets a token that a flow has brought go into its node, where that is open for another one: it gets a copy of the
 * activity. BPMN 2.0.2 opens an activity for each token (13.3.2); the engine lets the second wait in front of it. What
 * only passes a token on takes the next by itself.
 */
export function openForTaken(context: ElementContext, activityId: string): void {
  const activity = context.getActivityById(activityId);
  if (activity?.status !== 'executing' || isJoin(activity) || waitingTokens(activity).length === 0) return;
  const scope = scopeOf(context);
  const idle = scope && seekIdle(scope, activity);
  if (idle) begin(idle, takeToken(activity));
}

/**
 * The same for what is left when the engine is at rest: a token that an earlier version of the library let wait, or one
 * too many. To be called until it returns false.
 * @returns whether one went in, so that the engine has moved
 */
export function openForWaiting(execution: Execution): boolean {
  for (const { execution: scope } of liveScopes(execution)) {
    for (const activity of activitiesIn(scope)) {
      if (!activity.status || isJoin(activity) || waitingTokens(activity).length === 0) continue;
      const idle = findIdle(scope, activity);
      begin(idle, takeToken(activity));
      return true;
    }
  }
  return false;
}

/** A join that holds its token for a script goes on collecting for its next round. */
function isJoin({ type, inbound }: EngineActivity): boolean {
  return inbound.length > 1 && (type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway');
}

/** As the engine begins an activity that a token came to. */
function begin(activity: EngineActivity, { content }: TokenMessage): void {
  activity.run({ message: content.message, inbound: [content] });
}

function takeToken(activity: EngineActivity): TokenMessage {
  const message = (activity as unknown as Consumable).broker.getQueue('inbound-q').get();
  message.ack();
  return message;
}

/** Each run of a sub-process has a context of its own. */
function scopeOf(context: ElementContext): EngineScope | undefined {
  const { owner } = context;
  const { execution } = owner ?? {};
  const scopes = owner?.isSubProcess ? (execution?.source?.executions ?? []) : execution ? [execution] : [];
  return scopes.find((scope) => (scope as unknown as { readonly context: object }).context === context);
}
