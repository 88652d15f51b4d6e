import type { Execution } from 'bpmn-engine';
import type { EngineActivity } from './engine-internals.ts';
import { listEventWaits } from './event-waits.ts';
import type { InstanceRun } from './instance-run.ts';
import type { Origin } from './ledger.ts';
import { liveScopes } from './live-scopes.ts';
import { waitingTokens } from './waiting-tokens.ts';

/** Where a token is that a handled task sent on, when it made no task. */
export type Whereabouts =
  | { readonly at: 'join'; readonly nodeId: string; readonly missing: readonly string[] }
  | { readonly at: 'open-node'; readonly nodeId: string }
  | { readonly at: 'event'; readonly nodeId: string; readonly kind: string }
  | { readonly at: 'service'; readonly nodeId: string }
  | { readonly at: 'countersign'; readonly nodeId: string; readonly instances: number; readonly open: number }
  | { readonly at: 'end'; readonly nodeId: string };

/** Looks for the tokens of a task in an engine at rest, and among the ends that were reached in this step. */
export function findTokens(run: InstanceRun, execution: Execution, taskId: string): Whereabouts[] {
  const found: Whereabouts[] = run.ends
    .filter(({ origin }) => origin === taskId)
    .map(({ nodeId }) => ({ at: 'end', nodeId }));
  if (run.ended) return found;
  for (const scope of liveScopes(execution)) {
    for (const activity of scope.execution.getActivities()) {
      const here = waitingOrigins(run, activity);
      if (here.includes(taskId)) found.push(describeWaiting(activity));
    }
  }
  for (const { node, rootId } of listEventWaits(run.model, execution, run.entered)) {
    if (node.role.kind !== 'catch' || rootId === undefined || run.origins[rootId] !== taskId) continue;
    found.push({ at: 'event', nodeId: node.nodeId, kind: node.trigger.kind });
  }
  for (const { nodeId, origin } of run.openJobs.values()) if (origin === taskId) found.push({ at: 'service', nodeId });
  return [...found, ...openCountersigns(run, taskId)];
}

function waitingOrigins(run: InstanceRun, activity: EngineActivity): Origin[] {
  // A token in front of a join or of an open activity still carries the execution that sent it.
  return waitingTokens(activity).map(({ content }) => run.origins[String(content.evaluationId)] ?? null);
}

function describeWaiting(activity: EngineActivity): Whereabouts {
  if (activity.status) return { at: 'open-node', nodeId: activity.id };
  const arrived = new Set(waitingTokens(activity).map(({ content }) => content.id));
  const missing = activity.inbound.filter(({ id }) => !arrived.has(id)).map(({ sourceId }) => sourceId);
  return { at: 'join', nodeId: activity.id, missing };
}

function openCountersigns(run: InstanceRun, taskId: string): Whereabouts[] {
  const nodeId = run.handled[taskId]?.nodeId ?? '';
  const open = [...run.openTasks.values()].filter((task) => task.nodeId === nodeId && run.countersignOf(nodeId));
  // A task that its signers share causes nothing before the last has signed it.
  const signer = open.find((task) => task.taskId === taskId || run.origins[task.rootId] === taskId);
  const tally = signer && run.tallies[signer.rootId];
  if (!tally) return [];
  return [{ at: 'countersign', nodeId, instances: tally.instances, open: open.length }];
}
