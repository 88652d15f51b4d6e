import type { Execution } from 'bpmn-engine';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn } from '../engine/engine-internals.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import { describeWaiting } from '../explain/whereabouts.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** An instance that has not ended, but that nothing can move any more. */
export interface Deadlock {
  /** The nodes that hold its tokens. */
  readonly nodeIds: readonly string[];
  /** One sentence: which nodes wait, and for what. */
  readonly reason: string;
}

/**
 * Finds the nodes that hold the tokens of an engine at rest, if no task, job or event is left that could move one.
 * @param awaited how many tasks, jobs and events it waits for
 */
export function findDeadlock(run: InstanceRun, execution: Execution, awaited: number): Deadlock | null {
  if (run.ended || awaited > 0) return null;
  const scopes = liveScopes(execution);
  // An extension of the host formats it, and lets it continue by itself.
  if (scopes.some((scope) => activitiesIn(scope.execution).some(({ status }) => status === 'formatting'))) return null;
  const stuck = scopes.flatMap((scope) =>
    activitiesIn(scope.execution)
      .filter((activity) => waitingTokens(activity).length > 0)
      .map((activity) => ({ nodeId: nodeIdOf(activity.id), at: describeWaiting(run, scope, activity, []) })),
  );
  const joins = stuck.flatMap(({ at }) =>
    'missing' in at ? [`the join ${at.node} waits for a token from ${at.missing.join(' and ') || 'nowhere'}`] : [],
  );
  const where = joins.length === 0 ? 'it waits for nothing' : joins.join('; ');
  return {
    nodeIds: [...new Set(stuck.map(({ nodeId }) => nodeId))],
    reason: `The process cannot continue or end: ${where}. No open task, service or event can move it.`,
  };
}
