import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import type { EventNode } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { requireIdle } from '../engine/copies/idle-copy.ts';
import { startCopyForWaiting } from '../engine/copies/start-copies.ts';
import { endTerminatedInstance } from '../engine/end-terminated-instance.ts';
import { correlationKeyOf, nameOfEvent, noteListening } from '../engine/event-names.ts';
import { interruptScope } from '../engine/interrupt-scope.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { releaseInclusiveJoins } from '../engine/release-inclusive-joins.ts';
import { listWaits } from '../engine/waits.ts';
import { moveOfEvent, withMove } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import { originOfScope } from '../state/lineage.ts';
import { asStepError } from '../step-error.ts';
import { passOnThrown, setVariables } from '../variables/called-variables.ts';
import { findCatcher } from './catchers.ts';
import { type EventWait, listEventWaits } from './event-waits.ts';
import { findMetCondition } from './find-met-condition.ts';

/**
 * Brings the engine to rest. Nothing in the engine is asynchronous, so three things can be left: tokens that wait in front
 * of an open activity (see `startCopyForWaiting`), inclusive joins that can be released, and thrown events that were not
 * delivered yet.
 * @throws {StepError} `ERR_STEP_FAILED`: the engine ended in an error; its state is lost, but the state before the step is not
 */
export function settle(run: InstanceRun, execution: Execution): void {
  while (
    run.failure === undefined &&
    !run.ended &&
    run.terminatedBy === undefined &&
    (startCopyForWaiting(execution) ||
      releaseJoins(execution) ||
      deliverThrown(run, execution) ||
      fireCondition(run, execution))
  )
    run.notes.visits.clear();
  if (run.failure !== undefined) throw asStepError(run.failure);
  endTerminatedInstance(run, execution);
  run.choices.clear();
}

/** More throws of a node in one step can only be a loop; each round blocks the process. */
const MAX_REPEATS = 300;
/**
 * More conditions that became true at a node in one step, beyond the tokens that waited there, can only be a loop. Fewer
 * than throws, since each round may leave one more token to look after.
 */
const MAX_MET = 60;

function releaseJoins(execution: Execution): boolean {
  return liveScopes(execution).some((scope) => releaseInclusiveJoins(scope.execution));
}

/**
 * Delivers the event that was thrown first, with everything else that it throws.
 * @returns false if no thrown event is waiting
 */
function deliverThrown(run: InstanceRun, execution: Execution): boolean {
  const waits = listEventWaits(run.model, execution, run.entered);
  noteListening(run, waits);
  const first = waits.find(({ node }) => node.role.kind === 'throw');
  if (!first) return false;
  refuseLoop(run, 'thrown', first.node);
  // The definition that ends the surrounding scope comes last.
  const isError = ({ node }: EventWait) => node.trigger.kind === 'error';
  const together = waits.filter(({ node, rootId }) => node.role.kind === 'throw' && rootId === first.rootId);
  for (const thrown of [...together.filter((each) => !isError(each)), ...together.filter(isError)]) {
    // An interrupting catcher may have cancelled the thrower with the rest of its scope.
    if (thrown !== first && !isAlive(run, execution, thrown)) return true;
    deliver(run, execution, thrown);
  }
  if (isAlive(run, execution, first)) completeWaiting(first);
  return true;
}

function deliver(run: InstanceRun, execution: Execution, thrown: EventWait): void {
  const waits = listEventWaits(run.model, execution, run.entered);
  const { trigger, nodeId } = thrown.node;
  const origin = run.origins[thrown.rootId ?? ''] ?? null;
  switch (trigger.kind) {
    case 'message': {
      const { message } = thrown.node;
      const { rootId } = thrown;
      if (message)
        run.notes.thrownMessages.push({ nodeId, rootId, template: message, scope: run.scopeOf(thrown.scope, {}) });
      const name = nameOfEvent(run, thrown) ?? '';
      // A message that is only for the message center is not delivered to any process.
      if (name === '') break;
      const correlationKey = correlationKeyOf(run, thrown);
      const [receiver] = catchersOf(run, waits, { kind: 'message', name, key: correlationKey ?? undefined });
      if (receiver) fireEvent(run, receiver, origin);
      else run.notes.unmatched.push({ nodeId, name, correlationKey });
      break;
    }
    case 'signal': {
      const name = nameOfEvent(run, thrown) ?? '';
      if (trigger.staysInside !== true) run.notes.signals.push({ nodeId, name });
      fireAll(run, execution, catchersOf(run, waits, { kind: 'signal', name }), origin);
      break;
    }
    case 'error':
    case 'escalation': {
      const catcher = findCatcher(trigger, thrown.scope, undefined, waits);
      if (!catcher && trigger.kind === 'error') {
        throw new StepError(
          'ERR_STEP_FAILED',
          `Nothing catches the error ${trigger.code ?? 'without a code'} that ${nodeId} throws.`,
        );
      }
      if (catcher) {
        passOnThrown(run, trigger.kind, thrown.scope, catcher.scope);
        fireCaught(run, catcher, trigger.code, origin);
      }
      break;
    }
    case 'timer':
    case 'receive':
    case 'condition':
      break;
  }
}

/** Fires one conditional event whose condition is met. @returns false when there is none */
function fireCondition(run: InstanceRun, execution: Execution): boolean {
  const met = findMetCondition(run, execution);
  if (!met) return false;
  refuseLoop(run, 'met', met.wait.node, MAX_MET + 2 * noteMost(run, met.wait.node.nodeId, met.waiting));
  fireEvent(run, met.wait, null);
  return true;
}

/** @returns the most tokens that have waited at the node at a time in this step: each of them may be met legitimately */
function noteMost({ notes }: InstanceRun, nodeId: string, waiting: number): number {
  const most = Math.max(notes.mostWaiting.get(nodeId) ?? 0, waiting);
  notes.mostWaiting.set(nodeId, most);
  return most;
}

/**
 * Counts how often an event triggers a node, so that an endless loop fails. Each round of a loop may run in a new scope,
 * so triggers are counted per node.
 */
function refuseLoop(
  run: InstanceRun,
  what: 'thrown' | 'met' | 'started',
  { nodeId, trigger, role }: EventNode,
  most = MAX_REPEATS,
): void {
  const key = `${nodeId} ${what}`;
  const count = (run.notes.repeats.get(key) ?? 0) + 1;
  run.notes.repeats.set(key, count);
  if (count <= most) return;
  const isCondition = role.kind !== 'throw' && trigger.kind === 'condition';
  const event = isCondition ? `The condition of ${nodeId} became true` : `${nodeId} was triggered`;
  const reason = `${event} more than ${most} times in one step: the process contains a loop without a wait.`;
  throw new StepError('ERR_STEP_FAILED', reason, { details: { nodeId } });
}

/** A message or signal to deliver. */
interface HeardEvent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Excludes receivers that wait for the message with another key; undefined: all that wait for the name. */
  readonly key?: string | undefined;
}

/**
 * Lists the elements that wait for a message or signal of that name, in the order of scopes and tokens.
 */
export function catchersOf(
  run: InstanceRun,
  waits: readonly EventWait[],
  { kind, name, key }: HeardEvent,
): EventWait[] {
  return waits.filter((wait) => {
    const { trigger, role } = wait.node;
    if (role.kind === 'throw' || trigger.kind !== kind || nameOfEvent(run, wait) !== name) return false;
    // A receiver without its own key is matched by the business key.
    return key === undefined || (correlationKeyOf(run, wait) ?? run.businessKey) === key;
  });
}

/** Fires each wait that still exists when its turn comes: an earlier one may have interrupted it. */
export function fireAll(run: InstanceRun, execution: Execution, waits: readonly EventWait[], origin: Origin): void {
  for (const wait of waits) if (isAlive(run, execution, wait)) fireEvent(run, wait, origin);
}

function isAlive(run: InstanceRun, execution: Execution, { executionId }: EventWait): boolean {
  return listEventWaits(run.model, execution, run.entered).some((wait) => wait.executionId === executionId);
}

/** Continues the event that caught an error or escalation, and sets the variable for its code. */
export function fireCaught(run: InstanceRun, catcher: EventWait, code: string | undefined, origin: Origin): void {
  const { trigger } = catcher.node;
  const codeVariable = 'codeVariable' in trigger ? trigger.codeVariable : undefined;
  if (codeVariable !== undefined) setVariables(run, catcher.scope, { [codeVariable]: code ?? null });
  fireEvent(run, catcher, origin);
}

/**
 * Continues the element that waited for an event.
 * @param origin the origin of the trigger, for an event sub-process, which has no incoming flow; others keep their own
 * @param repeat remaining rounds of a timer cycle
 */
export function fireEvent(run: InstanceRun, wait: EventWait, origin: Origin, repeat?: number): void {
  const { node, holder, scope, activity } = wait;
  const { role } = node;
  const move = moveOfEvent(run.model, node);
  if (role.kind === 'boundary' && holder.kind === 'definition') {
    const hostId = holder.definition.content.inbound?.[0]?.executionId ?? activity.attachedTo?.executionId;
    if (role.interrupting)
      run.origins[wait.rootId ?? ''] = interrupt(run, wait, hostId ?? '', run.origins[hostId ?? ''] ?? null);
    else run.origins[wait.rootId ?? ''] = run.origins[hostId ?? ''] ?? null;
    run.notes.trace.moves.set(wait.rootId ?? '', [move]);
  }
  if (holder.kind !== 'event-sub-process') {
    run.notes.trace.moves.set(wait.rootId ?? '', withMove(run.notes.trace.moves.get(wait.rootId ?? '') ?? [], move));
    const beside = isAlternativeDefinition(run.model, node) ? siblingsOf(run, wait) : [];
    completeWaiting(wait, repeat ?? (beside.length > 0 || keepsListening(node) ? -1 : undefined));
    if (beside.length > 0) keepTimers(run, wait, beside);
    return;
  }
  refuseLoop(run, 'started', node);
  const around = origin ?? originOfScope(scope.executionId, run.origins);
  const interrupting = role.kind === 'start' && role.interrupting;
  const cause = interrupting ? interrupt(run, wait, scope.executionId, around) : around;
  const idle = requireIdle(scope.execution, activity);
  run.starting = { scopeId: idle.id, nodeId: node.nodeId, origin: cause, moves: [move] };
  idle.run();
  run.starting = undefined;
  if (interrupting) interruptScope(scope.execution, idle);
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

function interrupt(run: InstanceRun, wait: EventWait, hostId: string, fallback: Origin): string {
  const placeholder = `interrupted by ${wait.executionId}`;
  const waits = run.execution ? listWaits(run.execution) : [];
  const openTaskIds = new Set(waits.flatMap(({ executionId }) => run.openTasks.get(executionId)?.taskId ?? []));
  const { node: event } = wait;
  const { what: label } = moveOfEvent(run.model, event);
  run.notes.trace.cancellations = [
    ...run.notes.trace.cancellations,
    { label, scopeId: hostId, why: event, origin: placeholder },
  ];
  run.notes.interruptions.push({ placeholder, hostId, event, label, fallback, openTaskIds });
  return placeholder;
}

function completeWaiting({ holder }: EventWait, repeat?: number): void {
  if (holder.kind === 'definition') holder.definition.complete(repeat);
  if (holder.kind === 'task') holder.signal();
}
