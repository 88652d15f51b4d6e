import type { Execution } from 'bpmn-engine';
import { activitiesIn, type EngineActivity, type EngineContent, type EngineScope } from '../engine-internals.ts';
import { liveScopes } from '../live-scopes.ts';
import { waitingTokens } from '../waiting-tokens.ts';
import { findIdle, requireIdle } from './idle-copy.ts';

/** The engine's context of the elements of one running scope; the part that leads to the scope. */
export interface ElementContext {
  /** The process or sub-process. */
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
 * Starts a copy of an activity for a token that has just arrived, if the activity is already running. BPMN 2.0.2 starts an
 * activity for each token (13.3.2), while the engine makes the second one wait. Activities that pass tokens on at once
 * need no copy.
 */
export function startCopyForArrival(context: ElementContext, activityId: string): void {
  const activity = context.getActivityById(activityId);
  if (activity?.status !== 'executing' || isJoin(activity) || waitingTokens(activity).length === 0) return;
  const scope = scopeOf(context);
  const idle = scope && findIdle(scope, activity);
  if (idle) begin(idle, takeToken(activity));
}

/**
 * Does the same for a token that still waits when the engine is at rest, because there are too many. Call it until it returns false.
 * @returns whether a copy was started, so that the engine has moved
 */
export function startCopyForWaiting(execution: Execution): boolean {
  for (const { execution: scope } of liveScopes(execution)) {
    for (const activity of activitiesIn(scope)) {
      if (!activity.status || isJoin(activity) || waitingTokens(activity).length === 0) continue;
      const idle = requireIdle(scope, activity);
      begin(idle, takeToken(activity));
      return true;
    }
  }
  return false;
}

/** A join needs no copies: while it waits for a script, it collects tokens for its next round. */
function isJoin({ type, inbound }: EngineActivity): boolean {
  return inbound.length > 1 && (type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway');
}

/** Starts an activity in the same way as the engine does for an arriving token. */
function begin(activity: EngineActivity, { content }: TokenMessage): void {
  activity.run({ message: content.message, inbound: [content] });
}

function takeToken(activity: EngineActivity): TokenMessage {
  const message = (activity as unknown as Consumable).broker.getQueue('inbound-q').get();
  message.ack();
  return message;
}

/** Each run of a sub-process has its own context. */
function scopeOf(context: ElementContext): EngineScope | undefined {
  const { owner } = context;
  const { execution } = owner ?? {};
  const scopes = owner?.isSubProcess ? (execution?.source?.executions ?? []) : execution ? [execution] : [];
  return scopes.find((scope) => (scope as unknown as { readonly context: object }).context === context);
}
