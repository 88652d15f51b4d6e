import { describeArrival } from '../explain/whereabouts.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** An instance that has not ended, but that nothing can move any more. */
export interface Deadlock {
  /** The nodes that hold its tokens. */
  readonly nodeIds: readonly string[];
  /** One sentence: which nodes wait, and for what. */
  readonly reason: string;
}

/**
 * Finds the nodes that hold the tokens of an instance at rest, if no task, job or event is left that could move one.
 * @param awaited how many tasks, jobs and events it waits for
 */
export function findDeadlock(run: InstanceRun, awaited: number): Deadlock | null {
  const { marking } = run.net;
  // An extension of the host lets its token go on by itself.
  const isHeld = Object.keys(marking.state.tokens).some(run.isHeld);
  if (run.ended || awaited > 0 || isHeld) return null;
  const stuck = [...marking.arrivals].map((id) => ({ nodeId: marking.nodeAt(id).id, at: describeArrival(run, id) }));
  const joins = stuck.flatMap(({ at }) =>
    'missing' in at ? [`the join ${at.node} waits for a token from ${at.missing.join(' and ') || 'nowhere'}`] : [],
  );
  const where = joins.length === 0 ? 'it waits for nothing' : [...new Set(joins)].join('; ');
  return {
    nodeIds: [...new Set(stuck.map(({ nodeId }) => nodeId))],
    reason: `The process cannot continue or end: ${where}. No open task, service or event can move it.`,
  };
}
