import type { Execution } from 'bpmn-engine';
import { labelOf } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { liveScopes } from './live-scopes.ts';

/** Ends the whole instance at the terminate end event that holds its token. */
export function endTerminatedInstance(run: InstanceRun, execution: Execution): void {
  const end = run.terminatedBy;
  if (end === undefined || run.ended) return;
  const nodeId = nodeIdOf(end.id);
  const label = `the terminate end ${labelOf({ nodeId, nodeName: end.name ?? nodeId })}`;
  const origin = run.origins[end.executionId] ?? null;
  const moves = run.notes.trace.moves.get(end.executionId) ?? [];
  // The scope of the process itself contains every task.
  const scopeIds = liveScopes(execution)
    .slice(0, 1)
    .map(({ executionId }) => executionId);
  run.notes.trace.ends = [...run.notes.trace.ends, { label, terminates: true, origin, moves, scopeIds }];
  const cancellations = scopeIds.map((scopeId) => ({ label, scopeId, why: 'terminated' as const, origin }));
  run.notes.trace.cancellations = [...run.notes.trace.cancellations, ...cancellations];
  run.notes.path.nodes.add(nodeId);
  run.notes.completedOrigin = origin;
  run.ended = true;
}
