import type { Execution } from 'bpmn-engine';
import type { ProcessModel } from '../../model/process-model.ts';
import { requireIdle } from '../engine/copies/idle-copy.ts';
import { interruptScope } from '../engine/interrupt-scope.ts';
import { listWaits } from '../engine/waits.ts';
import { moveOfEvent, withMove } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import { originOfScope } from '../state/lineage.ts';
import type { Interruption } from '../state/step-notes.ts';
import { setVariables } from '../variables/called-variables.ts';
import { type EventWait, hostOf, listEventWaits } from './event-waits.ts';

/** What triggers an event. */
export interface EventCause {
  /** The task that caused it; null: a time, a condition, or a trigger from outside. */
  readonly origin: Origin;
  /** The execution that threw the event in this step, or made its condition true. */
  readonly thrower?: string | undefined;
}

/** A time, a condition, or a trigger from outside. */
export const NO_CAUSE: EventCause = { origin: null };

/** Fires each wait that still exists when its turn comes: an earlier one may have interrupted it. */
export function fireAll(run: InstanceRun, execution: Execution, waits: readonly EventWait[], cause: EventCause): void {
  for (const wait of waits) if (isAlive(run, execution, wait)) fireEvent(run, wait, cause);
}

export function isAlive(run: InstanceRun, execution: Execution, { executionId }: EventWait): boolean {
  return listEventWaits(run.model, execution, run.entered).some((wait) => wait.executionId === executionId);
}

/** Continues the event that caught an error or escalation, and sets the variable for its code. */
export function fireCaught(run: InstanceRun, catcher: EventWait, code: string | undefined, cause: EventCause): void {
  const { trigger } = catcher.node;
  const codeVariable = 'codeVariable' in trigger ? trigger.codeVariable : undefined;
  if (codeVariable !== undefined) setVariables(run, catcher.scope, { [codeVariable]: code ?? null });
  fireEvent(run, catcher, cause);
}

/**
 * Continues the element that waited for an event.
 * @param repeat remaining rounds of a timer cycle
 */
export function fireEvent(run: InstanceRun, wait: EventWait, { origin, thrower }: EventCause, repeat?: number): void {
  const { node, holder, scope, activity } = wait;
  const { role } = node;
  const causedBy = findCause(run, origin);
  const move = moveOfEvent(run.model, node);
  if (!isOfItsOwn(run, wait, thrower)) run.notes.visits.noteChange();
  if (role.kind === 'boundary' && holder.kind === 'definition') {
    const hostId = hostOf(wait) ?? '';
    const around = run.origins[hostId] ?? null;
    run.origins[wait.rootId ?? ''] = role.interrupting
      ? interrupt(run, wait, hostId, { causedBy, fallback: around })
      : (causedBy ?? around);
    if (thrower !== undefined && keepsListening(node)) noteFired(run, wait, thrower);
    run.notes.trace.moves.set(wait.rootId ?? '', [move]);
  }
  if (holder.kind !== 'event-sub-process') {
    run.notes.trace.moves.set(wait.rootId ?? '', withMove(run.notes.trace.moves.get(wait.rootId ?? '') ?? [], move));
    const beside = isAlternativeDefinition(run.model, node) ? siblingsOf(run, wait) : [];
    completeWaiting(wait, repeat ?? (beside.length > 0 || keepsListening(node) ? -1 : undefined));
    if (beside.length > 0) keepTimers(run, wait, beside);
    return;
  }
  const around = causedBy ?? origin ?? originOfScope(scope.executionId, run.origins);
  const interrupting = role.kind === 'start' && role.interrupting;
  const cause = interrupting ? interrupt(run, wait, scope.executionId, { causedBy, fallback: around }) : around;
  const idle = requireIdle(scope.execution, activity);
  run.starting = { scopeId: idle.id, nodeId: node.nodeId, origin: cause, moves: [move], thrower };
  idle.run();
  run.starting = undefined;
  if (interrupting) interruptScope(scope.execution, idle);
}

/**
 * Whether a token goes on by what itself has done, so that nothing has changed for a loop: nobody else's token was waiting
 * for it, and nothing came from outside.
 */
function isOfItsOwn(
  run: InstanceRun,
  { node: { role, trigger }, executionId }: EventWait,
  thrower: string | undefined,
): boolean {
  switch (trigger.kind) {
    case 'error':
    case 'escalation':
      return true;
    case 'timer':
      return run.notes.timersSet.has(executionId);
    case 'condition':
      return role.kind === 'catch';
    case 'message':
    case 'signal':
      return thrower !== undefined && (role.kind === 'start' || role.kind === 'boundary') && !role.interrupting;
    case 'receive':
      return false;
  }
}

/** An event that keeps listening may set itself off: its token comes from what was thrown. */
function noteFired(run: InstanceRun, { node: { nodeId }, rootId = '', scope }: EventWait, thrower: string): void {
  const all = { variables: run.variables, called: run.called };
  const arrival = { executionId: rootId, behind: thrower, all };
  run.failure ??= run.notes.visits.noteFired(nodeId, scope.executionId, arrival);
}

/** BPMN 2.0, 13.5.3: a non-interrupting event receives every message, signal and escalation until its host ends. */
function keepsListening({ role, trigger }: EventWait['node']): boolean {
  return role.kind === 'boundary' && !role.interrupting && trigger.kind !== 'timer';
}

/** One of several definitions of a non-interrupting event: if one of them fires, the others continue to wait. */
export function isAlternativeDefinition({ events }: ProcessModel, { nodeId, role }: EventWait['node']): boolean {
  return role.kind === 'boundary' && !role.interrupting && events.get(nodeId)?.also !== undefined;
}

function siblingsOf(run: InstanceRun, { node, rootId }: EventWait): EventWait[] {
  if (!run.execution) return [];
  const waits = listEventWaits(run.model, run.execution, run.entered);
  return waits.filter((wait) => wait.node.nodeId === node.nodeId && wait.rootId === rootId);
}

/** Once a definition has fired, the engine makes all definitions of the event wait again; their timers continue unchanged. */
function keepTimers(run: InstanceRun, fired: EventWait, before: readonly EventWait[]): void {
  const { holder } = fired;
  if (holder.kind !== 'definition') return;
  const after = siblingsOf(run, { ...fired, rootId: holder.definition.activity.executionId });
  for (const { executionId, index } of before) {
    const timer = run.timers[executionId];
    const next = after.find((wait) => wait.index === index);
    delete run.timers[executionId];
    if (timer && next) run.timers[next.executionId] = timer;
  }
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

function interrupt(
  run: InstanceRun,
  wait: EventWait,
  hostId: string,
  { causedBy, fallback }: Pick<Interruption, 'causedBy' | 'fallback'>,
): string {
  const placeholder = `interrupted by ${wait.executionId}`;
  const waits = run.execution ? listWaits(run.execution) : [];
  const openTaskIds = new Set(waits.flatMap(({ executionId }) => run.openTasks.get(executionId)?.taskId ?? []));
  const { node: event } = wait;
  const { what: label } = moveOfEvent(run.model, event);
  run.notes.trace.cancellations = [
    ...run.notes.trace.cancellations,
    { label, scopeId: hostId, why: event, origin: placeholder },
  ];
  run.notes.interruptions.push({ placeholder, hostId, event, label, causedBy, fallback, openTaskIds });
  return placeholder;
}

export function completeWaiting({ holder }: EventWait, repeat?: number): void {
  if (holder.kind === 'definition') holder.definition.complete(repeat);
  if (holder.kind === 'task') holder.signal();
}
