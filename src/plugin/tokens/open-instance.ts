import { StepError } from '../../errors.ts';
import type { Marking } from '../../net/marking.ts';
import { NetError } from '../../net/net-error.ts';
import { openNet } from '../../net/open-net.ts';
import type { Id, NetState } from '../../net/state.ts';
import { tokenOf, waitOf } from '../state/execution-id.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { seatsWithTasks } from '../state/panel.ts';
import type { RunSettings } from '../state/run-settings.ts';
import { netLimits } from './net-limits.ts';
import { createPorts } from './ports.ts';

/**
 * Opens the net of an instance for the step of a run.
 * @param state changed in place
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`: it does not fit the diagram
 */
export function openInstance(run: InstanceRun, state: NetState, instanceId: string, settings: RunSettings): void {
  const net = openNet(
    state,
    createPorts(() => run),
    netLimits(settings),
  );
  try {
    requireConsistent(net.marking);
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    throw inconsistent(instanceId, error.message, error);
  }
  run.attach(net);
  const isSeat = (id: string) => seatsWithTasks(run.panels, waitOf(id)).includes(id);
  const missing = [...run.openTasks.keys(), ...run.openJobs.keys()].filter(
    (id) => !(tokenOf(id) in state.tokens && isSeat(id)),
  );
  if (missing.length > 0)
    throw inconsistent(instanceId, `The process does not wait for ${missing.length} of its open tasks and jobs.`);
}

/**
 * Each id is older than `next`, and what something is in or belongs to is older than it, so that nothing goes round in a circle.
 * @throws {NetError} something is where the diagram has no place for it
 */
function requireConsistent(marking: Marking): void {
  const { next, scopes, tokens, listeners } = marking.state;
  for (const [index, id] of Object.keys(scopes).entries()) {
    const { token } = marking.scope(id);
    marking.drawn(id);
    requireThat(isId(id, next) && !(id in tokens), id);
    requireThat(index === 0 ? token === undefined : token !== undefined && isOlder(token, id), id);
    if (token !== undefined) requireThat(marking.nodeAt(token).id === (marking.scope(id).node ?? ''), id);
  }
  for (const id of Object.keys(tokens)) {
    const { scope, of, awaits, tally } = marking.token(id);
    const node = marking.nodeAt(id);
    requireThat(isId(id, next) && isOlder(scope, id) && node.scope === marking.drawn(scope), id);
    requireThat(awaits !== 'isEnough' || tally !== undefined, id);
    if (of !== undefined)
      requireThat(isOlder(of, id) && marking.token(of).tally !== undefined && marking.nodeAt(of) === node, id);
  }
  for (const [key, listener] of Object.entries(listeners)) {
    const { event, node } = marking.listenerPlace(key);
    requireThat(listener.kind === event.kind || (listener.kind === 'receive' && node.type === 'bpmn:ReceiveTask'), key);
    if (listener.kind === 'timer') requireThat(typeof listener.dueAt === 'number', key);
    if (listener.kind === 'message' || listener.kind === 'signal') requireThat(typeof listener.name === 'string', key);
  }
}

function isId(id: Id, next: number): boolean {
  return /^[1-9]\d*$/.test(id) && Number(id) < next;
}

function isOlder(one: Id, other: Id): boolean {
  return Number(one) < Number(other);
}

function requireThat(isTrue: boolean, id: string): void {
  if (!isTrue) throw new NetError('waiting', `${id} in it has no place in the diagram.`);
}

function inconsistent(instanceId: string, why: string, cause?: NetError): StepError {
  return new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} is inconsistent: ${why} Restore the row from a backup, or end the instance.`,
    { details: { instanceId }, ...(cause && { cause }) },
  );
}
