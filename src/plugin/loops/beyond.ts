import type { Execution } from 'bpmn-engine';
import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn, type EngineActivity } from '../engine/engine-internals.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';
import { graphAround } from '../engine/slice/slice-source.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import type { RunningTimer } from '../state/ledger.ts';
import { hidesTokens } from './moves-one-token.ts';

/** What the way of a token depends on besides variables, if all others rest. */
export interface Setting {
  readonly model: ProcessModel;
  readonly diagram: DiagramGraph;
  readonly context: EvaluationContext;
}

/** The same if others may move. */
export interface Beyond extends Setting {
  /** Whether tokens wait in front of a join now, wherever it runs. */
  holdsTokens(nodeId: string): boolean;
  /** Whether a token rests now, wherever it is. */
  hasRest(): boolean;
  /**
   * Whether something may happen before what waits until all tokens rest: another token is on its way now, waits for a join
   * that may let it go, or has thrown something; or the event that is being delivered sets off more.
   */
  hasMoving(): boolean;
  /** Whether a timer waits that is due now, wherever it is. */
  isTimerDue(): boolean;
}

/** The part of a run that is looked at. */
interface Standing extends Pick<Beyond, 'model' | 'context'> {
  readonly execution: Execution | undefined;
  readonly timers: Readonly<Record<string, Pick<RunningTimer, 'dueAt'>>>;
  readonly notes: { readonly setsOffMore: boolean };
}

/** @param activity of the diagram that runs */
export function beyondVariables(
  { model, context, execution, timers, notes }: Standing,
  activity: Pick<EngineActivity, 'context'>,
): Beyond {
  let held: ReadonlySet<string> | undefined;
  return {
    model,
    context,
    // Most nodes are reached once, and nobody asks.
    get diagram() {
      return graphAround(activity);
    },
    holdsTokens(nodeId) {
      held ??= new Set(execution && listHolding(execution));
      return held.has(nodeId);
    },
    hasRest: () => !execution || listActivities(execution).some(holdsRest),
    hasMoving: () =>
      !execution ||
      notes.setsOffMore ||
      hidesTokens({ diagram: graphAround(activity), model }) ||
      listActivities(execution).some((each) => isMoving(each, model)),
    isTimerDue: () => Object.values(timers).some(({ dueAt }) => dueAt !== null && dueAt <= context.now),
  };
}

function listHolding(execution: Execution): readonly string[] {
  return listActivities(execution).flatMap((activity) => (isHolding(activity) ? [nodeIdOf(activity.id)] : []));
}

function listActivities(execution: Execution): readonly EngineActivity[] {
  return liveScopes(execution).flatMap((scope) => activitiesIn(scope.execution));
}

function isHolding(activity: EngineActivity): boolean {
  return waitingTokens(activity).length > 0;
}

/** What rests in a sub-process holds it; a boundary event waits with its host. */
function holdsRest(activity: EngineActivity): boolean {
  const { status, isSubProcess, attachedTo } = activity;
  return isHolding(activity) || (status === 'executing' && !isSubProcess && !attachedTo);
}

/** The engine makes all tokens of a fork, or instances of a multi-instance, before it moves the first. */
function isMoving(activity: EngineActivity, { events }: ProcessModel): boolean {
  const { id, type, status, isMultiInstance, broker } = activity;
  const isSent = broker.getQueue('run-q')?.messages.some(({ fields }) => fields.routingKey === 'run.outbound.take');
  const isThrown = events.get(nodeIdOf(id))?.role.kind === 'throw';
  // At a parallel join that the engine has left, nothing happens before others come.
  const isLeft = type === 'bpmn:ParallelGateway' && status === undefined;
  return (
    isSent === true || (isHolding(activity) && !isLeft) || (status === 'executing' && (isMultiInstance || isThrown))
  );
}
