import type { Execution } from 'bpmn-engine';
import { type EventWait, listEventWaits } from '../at-rest/event-waits.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn, type EngineActivity } from '../engine/engine-internals.ts';
import { gatewayBefore } from '../engine/gateway-before.ts';
import { type LiveScope, liveScopes } from '../engine/live-scopes.ts';
import { findPendingSources } from '../engine/release-inclusive-joins.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { labelOf, labelOfNode, labelOfTask, type Move, moveOfEvent, moveOfService } from './moves.ts';

/** Where a token of a handled task is that did not create a task. Nodes and tasks are given as labels. */
export type Whereabouts = { readonly moves: readonly Move[] } & (
  | { readonly at: 'join'; readonly node: string; readonly missing: readonly string[] }
  | { readonly at: 'inclusive-join'; readonly node: string; readonly missing: readonly string[] }
  | { readonly at: 'event'; readonly event: string }
  | { readonly at: 'event-gateway'; readonly node: string; readonly events: readonly string[] }
  | { readonly at: 'service'; readonly service: string }
  | { readonly at: 'countersign'; readonly node: string; readonly instances: number; readonly open: number }
  | { readonly at: 'end'; readonly node: string }
);

/** Finds the tokens of a task or of the start: those in the engine, which must be at rest, and those that reached an end in this step. */
export function findTokens(run: InstanceRun, execution: Execution, taskId: Origin): Whereabouts[] {
  const found: Whereabouts[] = run.notes.trace.ends
    .filter(({ origin }) => origin === taskId)
    .map(({ label, moves }) => ({ at: 'end', node: label, moves }));
  if (run.ended) return found;
  for (const scope of liveScopes(execution)) {
    for (const activity of activitiesIn(scope.execution)) {
      const token = waitingTokens(activity).find(({ content }) => originAt(run, content.evaluationId) === taskId);
      if (token) found.push(describeWaiting(run, scope, activity, movesOf(run, token.content.evaluationId)));
    }
  }
  return [
    ...found,
    ...eventsOf(run, execution, taskId),
    ...servicesOf(run, taskId),
    ...openMultiInstances(run, taskId),
  ];
}

/** Labels of everything that keeps the instance from ending. The engine must be at rest. */
export function listStillOpen(run: InstanceRun, execution: Execution): string[] {
  if (run.ended) return [];
  const tasks = openTasksOf(run.openTasks.values()).map((task) =>
    labelOfTask({ ...task, nodeName: run.model.userTasks.get(task.nodeId)?.nodeName ?? task.nodeId }),
  );
  const services = [...run.openJobs.values()].map(({ nodeId, part }) => moveOfService(run.model, nodeId, part).what);
  const events = catches(run, execution).map(({ node }) => moveOfEvent(run.model, node).what);
  const awaited = [...new Set([...tasks, ...services, ...events])];
  return awaited.length > 0 ? awaited : waitingJoins(execution);
}

function waitingJoins(execution: Execution): string[] {
  return liveScopes(execution).flatMap(({ execution: scope }) =>
    activitiesIn(scope)
      .filter((activity) => waitingTokens(activity).length > 0)
      .map((activity) => `the join ${labelOfActivity(activity)}`),
  );
}

/** @param executionId execution that sent the token to the join */
function originAt(run: InstanceRun, executionId: unknown): Origin {
  return run.origins[String(executionId)] ?? null;
}

function movesOf(run: InstanceRun, executionId: unknown): readonly Move[] {
  return run.notes.trace.moves.get(String(executionId)) ?? [];
}

/** A token in front of a join. */
export function describeWaiting(
  { model: { graph } }: Pick<InstanceRun, 'model'>,
  scope: LiveScope,
  activity: EngineActivity,
  moves: readonly Move[],
): Whereabouts {
  const node = labelOfActivity(activity);
  if (activity.type === 'bpmn:InclusiveGateway') {
    const missing = new Set(findPendingSources(graph, scope.execution, activity).map(labelOfActivity));
    return { at: 'inclusive-join', node, missing: [...missing], moves };
  }
  const arrived = new Set(waitingTokens(activity).map(({ content }) => content.id));
  const incoming = graph.nodes.get(nodeIdOf(activity.id))?.incoming ?? [];
  const missing = incoming
    .filter(({ id }) => !arrived.has(id))
    .map(({ source }) => labelOf({ nodeId: source.id, nodeName: source.name }));
  return { at: 'join', node, missing: [...new Set(missing)], moves };
}

function catches(run: InstanceRun, execution: Execution): EventWait[] {
  return listEventWaits(run.model, execution, run.entered).filter(({ node }) => node.role.kind === 'catch');
}

function eventsOf(run: InstanceRun, execution: Execution, taskId: Origin): Whereabouts[] {
  const found: Whereabouts[] = [];
  const behindGateways = new Map<EngineActivity, { events: string[]; moves: readonly Move[] }>();
  for (const { node, rootId, scope, activity } of catches(run, execution)) {
    if (rootId === undefined || originAt(run, rootId) !== taskId) continue;
    const event = moveOfEvent(run.model, node).what;
    const moves = movesOf(run, rootId);
    const gateway = gatewayBefore(scope, activity);
    const behind = gateway && behindGateways.get(gateway);
    if (behind) behind.events.push(event);
    else if (gateway) behindGateways.set(gateway, { events: [event], moves });
    else found.push({ at: 'event', event, moves });
  }
  for (const [gateway, { events, moves }] of behindGateways) {
    found.push({ at: 'event-gateway', node: labelOfActivity(gateway), events, moves });
  }
  return found;
}

function servicesOf(run: InstanceRun, taskId: Origin): Whereabouts[] {
  const jobs = [...run.openJobs.values()].filter(({ origin }) => origin === taskId);
  const byNode = new Map(jobs.map((job) => [job.nodeId, job]));
  return [...byNode.values()].map(({ nodeId, rootId, part }) => ({
    at: 'service',
    service: moveOfService(run.model, nodeId, part).what,
    moves: movesOf(run, rootId),
  }));
}

function openMultiInstances(run: InstanceRun, taskId: Origin): Whereabouts[] {
  if (taskId === null) return [];
  const nodeId = run.handled[taskId]?.nodeId ?? '';
  const open = [...run.openTasks.values()].filter((task) => task.nodeId === nodeId && run.multiInstanceOf(nodeId));
  // A shared task is not an origin before the last signer has signed it.
  const signer = open.find((task) => task.taskId === taskId || run.origins[task.rootId] === taskId);
  // Nothing is counted yet while the script for the first signer runs.
  const counted = signer && (run.tallies[signer.rootId] ?? run.sizes[signer.rootId]);
  if (!counted) return [];
  const node = labelOfNode(run.model, nodeId);
  // Another token may have started another countersign at the same node.
  const left = open.filter(({ rootId }) => rootId === signer.rootId).length;
  return [{ at: 'countersign', node, instances: counted.instances, open: left, moves: [] }];
}

function labelOfActivity({ id, name }: EngineActivity): string {
  const nodeId = nodeIdOf(id);
  return labelOf({ nodeId, nodeName: name ?? nodeId });
}
