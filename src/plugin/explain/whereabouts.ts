import type { GraphFlow, GraphNode } from '../../net/graph.ts';
import { tokensAwaitedBy } from '../../net/inclusive-rule.ts';
import type { Marking } from '../../net/marking.ts';
import type { Id } from '../../net/state.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { type Listening, listListening } from '../tokens/events.ts';
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

/** Finds the tokens of a task or of the start: those that wait, and those that reached an end in this step. */
export function findTokens(run: InstanceRun, taskId: Origin): Whereabouts[] {
  const found: Whereabouts[] = run.notes.trace.ends
    .filter(({ origin }) => origin === taskId)
    .map(({ label, moves }) => ({ at: 'end', node: label, moves }));
  if (run.ended) return found;
  const { marking } = run.net;
  const joins = new Map<string, Id>();
  for (const id of marking.arrivals) {
    const join = `${marking.token(id).scope}/${marking.nodeAt(id).id}`;
    if (run.origins.of(id) === taskId && !joins.has(join)) joins.set(join, id);
  }
  return [
    ...found,
    ...[...joins.values()].map((id) => describeArrival(run, id)),
    ...eventsOf(run, taskId),
    ...servicesOf(run, taskId),
    ...openMultiInstances(run, taskId),
  ];
}

/** Labels of everything that keeps the instance from ending. */
export function listStillOpen(run: InstanceRun): string[] {
  if (run.ended) return [];
  const tasks = openTasksOf(run.openTasks.values()).map((task) =>
    labelOfTask({ ...task, nodeName: run.model.userTasks.get(task.nodeId)?.nodeName ?? task.nodeId }),
  );
  const services = [...run.openJobs.values()].map(({ nodeId, part }) => moveOfService(run.model, nodeId, part).what);
  const events = catches(run).map(({ described }) => moveOfEvent(run.model, described).what);
  const awaited = [...new Set([...tasks, ...services, ...events])];
  const { marking } = run.net;
  const joins = [...marking.arrivals].map((id) => `the join ${labelOfGraphNode(marking.nodeAt(id))}`);
  return awaited.length > 0 ? awaited : [...new Set(joins)];
}

function movesOf(run: InstanceRun, token: Id): readonly Move[] {
  return run.notes.trace.moves.get(token) ?? [];
}

/** A token in front of a join. */
export function describeArrival(run: InstanceRun, id: Id): Whereabouts {
  const { marking } = run.net;
  const join = marking.nodeAt(id);
  const node = labelOfGraphNode(join);
  const moves = movesOf(run, id);
  const tokens = marking.tokensIn(marking.token(id).scope).map((token) => ({ place: placeOf(marking, token) }));
  if (join.kind === 'inclusive') {
    const missing = tokensAwaitedBy(join, tokens).map(({ place }) =>
      labelOfGraphNode('target' in place ? place.target : place),
    );
    return { at: 'inclusive-join', node, missing: [...new Set(missing)], moves };
  }
  const arrived = new Set(tokens.map(({ place }) => place));
  const missing = join.incoming.filter((flow) => !arrived.has(flow)).map(({ source }) => labelOfGraphNode(source));
  return { at: 'join', node, missing: [...new Set(missing)], moves };
}

function placeOf(marking: Marking, id: Id): GraphNode | GraphFlow {
  return marking.token(id).flow === undefined ? marking.nodeAt(id) : marking.flowAt(id);
}

function catches(run: InstanceRun): readonly Listening[] {
  return listListening(run).filter(({ owner, node }) => owner !== undefined && node.kind !== 'boundary');
}

function eventsOf(run: InstanceRun, taskId: Origin): Whereabouts[] {
  const behind = new Map<Id, string[]>();
  for (const { owner = '', described } of catches(run)) {
    if (run.origins.of(owner) !== taskId) continue;
    behind.set(owner, [...(behind.get(owner) ?? []), moveOfEvent(run.model, described).what]);
  }
  return [...behind].map(([token, events]) => {
    const waiting = run.net.marking.nodeAt(token);
    const moves = movesOf(run, token);
    if (waiting.kind === 'event-based') return { at: 'event-gateway', node: labelOfGraphNode(waiting), events, moves };
    return { at: 'event', event: [...new Set(events)].join(' or '), moves };
  });
}

function labelOfGraphNode({ id, name }: GraphNode): string {
  return labelOf({ nodeId: id, nodeName: name });
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
  const signer = open.find((task) => task.taskId === taskId || run.origins.of(task.rootId) === taskId);
  // Nothing is counted yet while the script for the first signer runs.
  const counted = signer && (run.tallies[signer.rootId] ?? run.sizes[signer.rootId]);
  if (!counted) return [];
  const node = labelOfNode(run.model, nodeId);
  // Another token may have started another countersign at the same node.
  const left = open.filter(({ rootId }) => rootId === signer.rootId).length;
  return [{ at: 'countersign', node, instances: counted.instances, open: left, moves: [] }];
}
