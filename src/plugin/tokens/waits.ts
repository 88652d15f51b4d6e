import { inOrder } from '../../net/order.ts';
import type { Id } from '../../net/state.ts';
import { executionIdOf, tokenOf } from '../state/execution-id.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** A token that waits for a person or a job. */
export interface Wait {
  readonly nodeId: string;
  readonly executionId: string;
  /** In a multi-instance, that of one iteration. */
  readonly token: Id;
  /** The token that arrived at the activity, which later tokens have as their cause. */
  readonly rootId: Id;
  readonly scopeId: Id;
}

/** Every token that waits for a person or a job, ordered by scope, node in the diagram, token and iteration. */
export function listWaits(run: InstanceRun): readonly Wait[] {
  const { marking } = run.net;
  const waiting = Object.keys(marking.state.tokens).filter((id) => waitsFor(run, id));
  return inOrder(marking, waiting).map((id) => waitAt(run, id));
}

export function findWait(run: InstanceRun, executionId: string): Wait | undefined {
  const id = tokenOf(executionId);
  return id in run.net.marking.state.tokens && waitsFor(run, id) ? waitAt(run, id) : undefined;
}

function waitAt({ places }: InstanceRun, id: Id): Wait {
  const { node = '', scope = '' } = places.token(id) ?? {};
  return { nodeId: node, executionId: executionIdOf(node, id), token: id, rootId: places.rootOf(id), scopeId: scope };
}

function waitsFor({ model, net: { marking }, returned, isHeld }: InstanceRun, id: Id): boolean {
  const { node, tally, awaits } = marking.token(id);
  if (node === undefined || tally || isHeld(id)) return false;
  // An iteration that is over waits for the script that decides whether it was the last.
  if (model.subProcesses.has(node)) return executionIdOf(node, id) in returned && marking.scopeOf(id) === undefined;
  const service = model.services.get(node);
  return model.userTasks.has(node) || (service !== undefined && (!service.conditions || awaits === 'takes'));
}

/** Lets a token go on. */
export function signalWait(run: InstanceRun, { nodeId, token, rootId }: Wait): void {
  const { net, model } = run;
  run.announceSignal(token);
  if (model.subProcesses.has(nodeId)) net.answer(rootId);
  else if (model.services.get(nodeId)?.conditions) net.answer(token);
  else net.complete(token);
}
