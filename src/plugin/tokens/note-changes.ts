import { type NodeEvent, terminationOf } from '../../net/graph.ts';
import type { ListenerAt, NetChange, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import { labelOf, moveOfEvent } from '../explain/moves.ts';
import { noteCompletedMoves, noteEnteredMoves, noteFiredMoves } from '../explain/note-moves.ts';
import { notePath } from '../outcome/note-path.ts';
import { tokenOf } from '../state/execution-id.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import { passOnThrown, setVariables } from '../variables/called-variables.ts';
import { eventAt } from './events.ts';
import { countIteration, endEarly } from './multi-instance/multi-instances.ts';

/** Records what the net tells: from this, tasks, reports, the way taken and explanations are made once it is at rest. */
export function noteChange(run: InstanceRun, change: NetChange): void {
  run.places.note(change);
  notePath(run.notes.path, change);
  switch (change.kind) {
    case 'entered':
      run.origins.enter(change);
      run.trails.enter(change);
      noteEnteredMoves(run, change);
      break;
    case 'left':
      if (change.at.token.flow === undefined && change.at.token.of === undefined) noteLeft(run, change.at);
      break;
    case 'fired':
      noteFired(run, change);
      break;
    case 'thrown':
      noteThrown(run, change);
      break;
    case 'taken':
    case 'cancelled':
      break;
  }
}

function noteLeft(run: InstanceRun, at: TokenAt): void {
  run.notes.completedOrigin = run.origins.of(at.id);
  run.origins.complete(at);
  run.trails.leave(at);
  noteCompletedMoves(run, at);
  if (terminationOf(at.node)) noteTermination(run, at);
}

/** A terminate end event ends its scope, the innermost multi-instance around it, or the instance. */
function noteTermination(run: InstanceRun, { node, token: { scope } }: TokenAt): void {
  const ends = terminationOf(node);
  const around = run.places.around(scope);
  const iteration = around.map((each) => run.places.ownerOf(each)).find((owner) => isIteration(run, owner));
  const wide = ends === 'scope' ? undefined : ends === 'multi-instance' ? iteration : around.at(-1);
  if (ends === 'multi-instance' && iteration !== undefined) {
    // It is over with this iteration.
    countIteration(run, iteration, {});
    endEarly(run, run.places.rootOf(iteration));
  }
  const scopeId = wide === undefined ? scope : run.places.rootOf(wide);
  cancelled(run, {
    label: `the terminate end ${labelOf({ nodeId: node.id, nodeName: node.name })}`,
    scopeId,
    why: 'terminated',
    origin: run.notes.completedOrigin,
  });
}

function isIteration(run: InstanceRun, token: Id | undefined): boolean {
  const { of, node = '' } = (token !== undefined && run.places.token(token)) || {};
  return of !== undefined && run.multiInstanceOf(node) !== undefined;
}

function cancelled({ notes: { trace } }: InstanceRun, cancellation: (typeof trace.cancellations)[number]): void {
  trace.cancellations.push(cancellation);
}

/** Events that are delivered, with variables. */
const IS_DELIVERED: Readonly<Record<NodeEvent['kind'], boolean>> = {
  ...{ message: true, signal: true, receive: true },
  ...{ timer: false, condition: false, error: false, escalation: false, link: false, terminate: false },
};

function noteFired(run: InstanceRun, { at, by }: Extract<NetChange, { readonly kind: 'fired' }>): void {
  const event = eventAt(run.model, at);
  if (!event) return;
  if (by.length === 0 && run.payload && IS_DELIVERED[at.event.kind]) setVariables(run, at.scope, run.payload);
  noteCaught(run, at, by[0]);
  const move = moveOfEvent(run.model, event);
  noteFiredMoves(run, at, move);
  const isAtHost = at.node.kind === 'boundary';
  if (at.owner !== undefined && !isAtHost) return;
  run.trails.noteFired(at, isThrown(at.event) ? by : []);
  const host = at.owner === undefined ? at.scope : run.places.rootOf(at.owner);
  const thrown = by[0] === undefined || at.event.kind === 'condition' ? null : run.origins.of(by[0]);
  const causedBy = findCause(run, thrown);
  const around = isAtHost ? run.origins.of(host) : (causedBy ?? thrown ?? run.origins.ofScope(at.scope));
  if (at.node.nonInterrupting) {
    run.origins.noteFired(at, isAtHost ? (causedBy ?? around) : around);
    return;
  }
  const placeholder = `interrupted by ${at.key} ${run.notes.interruptions.length}`;
  const open = [...run.openTasks].filter(([executionId]) => run.net.marking.isAlive(tokenOf(executionId)));
  run.notes.interruptions.push({
    ...{ placeholder, hostId: host, event, label: move.what, causedBy, fallback: around },
    openTaskIds: new Set(open.map(([, { taskId }]) => taskId)),
  });
  cancelled(run, { label: move.what, scopeId: host, why: event, origin: placeholder });
  run.origins.noteFired(at, placeholder);
}

/**
 * The handled task that caused an event and that is not reported yet, so that its own report names what follows: that of
 * the press of this step, or of an earlier one whose report is held back.
 */
function findCause(run: InstanceRun, origin: Origin): string | undefined {
  const [pressed] = run.notes.pressedIn.keys();
  const taskId = pressed ?? origin ?? '';
  const isShared = [...run.openTasks.values()].some((task) => task.taskId === taskId);
  return run.handled[taskId]?.reported === false && !isShared ? taskId : undefined;
}

function isThrown({ kind }: NodeEvent): boolean {
  return kind === 'error' || kind === 'escalation';
}

/** What catches an error or escalation gets what the calls on the way pass back, and the code. */
function noteCaught(run: InstanceRun, at: ListenerAt, thrower: Id | undefined): void {
  const { trigger } = eventAt(run.model, at) ?? {};
  const from = thrower === undefined ? undefined : run.places.token(thrower);
  if (!from || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return;
  passOnThrown(run, trigger.kind, from.scope, at.scope);
  if (trigger.codeVariable === undefined) return;
  const thrown = run.model.graph.nodes.get(from.node ?? '')?.events.find(({ kind }) => kind === trigger.kind);
  const code = thrown && 'code' in thrown ? thrown.code : run.failedWith;
  setVariables(run, at.scope, { [trigger.codeVariable]: code ?? null });
}

function noteThrown(run: InstanceRun, { at, name, caughtBy }: Extract<NetChange, { readonly kind: 'thrown' }>): void {
  const event = eventAt(run.model, at);
  const nodeId = at.node.id;
  if (event?.trigger.kind === 'signal') {
    if (event.trigger.staysInside !== true) run.notes.signals.push({ nodeId, name: name?.name ?? '' });
  }
  if (event?.trigger.kind !== 'message') return;
  const { message } = event;
  if (message && at.owner !== undefined)
    run.notes.thrownMessages.push({ nodeId, rootId: at.owner, template: message, scope: run.scopeOf(at.scope) });
  // A message that is only for the message center is not delivered to any process.
  if (name && caughtBy === 0) run.notes.unmatched.push({ nodeId, name: name.name, correlationKey: name.key ?? null });
}
