import type { Execution } from 'bpmn-engine';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn, type EngineActivity } from '../engine/engine-internals.ts';
import { activitiesInOrder, type LiveScope, liveScopes } from '../engine/live-scopes.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import type { Marking } from '../loops/rests/marking.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { type EventWait, listEventWaits, waitKey } from './event-waits.ts';

/** The marking of an instance whose tokens rest. */
export function readMarking(run: InstanceRun, execution: Execution): Marking {
  const scopes = liveScopes(execution);
  const waits = listEventWaits(run.model, execution, run.entered);
  const indexOf = ({ executionId }: LiveScope) => scopes.findIndex((scope) => scope.executionId === executionId);
  return {
    text: JSON.stringify([
      scopes.map((scope) => readScope(run, scope)),
      waits.map((wait) => [indexOf(wait.scope), ...readWait(run, wait)]),
    ]),
    listening: waits.flatMap((wait) => {
      const key = waitKey(wait);
      const names = run.listening[key];
      return names ? [{ key, names }] : [];
    }),
    tokens: waits.length + scopes.flatMap(({ execution: scope }) => activitiesIn(scope).flatMap(waitingTokens)).length,
    calls: new Map(
      scopes.flatMap(({ executionId, owner }) =>
        owner && Object.hasOwn(run.called, executionId) ? [[executionId, nodeIdOf(owner.activity.id)] as const] : [],
      ),
    ),
  };
}

/** What repeats is named by its executions, so that it has another marking in each round of a loop that begins it. */
function readScope(run: InstanceRun, { execution, owner, executionId }: LiveScope): readonly unknown[] {
  const held = new Set<string>();
  const places = activitiesInOrder(execution).flatMap((activity) => {
    const place = readPlace(run, activity);
    if (place === undefined || held.has(place)) return [];
    if (isHeldFor(activity)) held.add(place);
    return place;
  });
  return [owner && [nodeIdOf(owner.activity.id), owner.activity.isMultiInstance && executionId], places];
}

/** @returns undefined if no token is there */
function readPlace(run: InstanceRun, activity: EngineActivity): string | undefined {
  const { id, status, isMultiInstance, executionId } = activity;
  const waiting = waitingTokens(activity).map(({ content }) => content.id);
  if (!status && waiting.length === 0) return undefined;
  const iterations = activity.execution?.getPostponed().map((each) => each.executionId);
  return JSON.stringify([nodeIdOf(id), status, waiting, isMultiInstance && [iterations, run.tallies[executionId]]]);
}

/** Whether it is completed from outside, between two steps: in a step, several such tokens stay or go together. */
function isHeldFor({ type }: EngineActivity): boolean {
  return type === 'bpmn:UserTask' || type === 'bpmn:ServiceTask';
}

function readWait(run: InstanceRun, wait: EventWait): readonly unknown[] {
  const { node, index, holder, executionId } = wait;
  const key = waitKey(wait);
  return [
    ...[node.nodeId, index, holder.kind, run.conditionsSeen.has(key)],
    ...[run.listening[key] !== undefined, run.timers[executionId]],
  ];
}
