import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { startCopyForWaiting } from '../engine/copies/start-copies.ts';
import { endTerminatedInstance } from '../engine/end-terminated-instance.ts';
import { correlationKeyOf, nameOfEvent, noteListening } from '../engine/event-names.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { releaseInclusiveJoins } from '../engine/release-inclusive-joins.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { asStepError } from '../step-error.ts';
import { passOnThrown } from '../variables/called-variables.ts';
import { findCatcher, receiversOf } from './catchers.ts';
import { type EventWait, listEventWaits } from './event-waits.ts';
import { findMetCondition } from './find-met-condition.ts';
import { completeWaiting, fireAll, fireCaught, fireEvent, isAlive } from './fire-event.ts';

/**
 * Brings the engine to rest. Nothing in the engine is asynchronous, so three things can be left: tokens that wait in front
 * of an open activity (see `startCopyForWaiting`), inclusive joins that can be released, and thrown events that were not
 * delivered yet.
 * @throws {StepError} `ERR_STEP_FAILED`: the engine ended in an error; its state is lost, but the state before the step is not
 */
export function bringToRest(run: InstanceRun, execution: Execution): void {
  while (
    run.failure === undefined &&
    !run.ended &&
    run.terminatedBy === undefined &&
    (startCopyForWaiting(execution) ||
      releaseJoins(run, execution) ||
      deliverThrown(run, execution) ||
      fireCondition(run, execution))
  );
  if (run.failure !== undefined) throw asStepError(run.failure);
  endTerminatedInstance(run, execution);
  run.choices.clear();
}

function releaseJoins({ model }: InstanceRun, execution: Execution): boolean {
  return liveScopes(execution).some((scope) => releaseInclusiveJoins(model.graph, scope.execution));
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
  // What was thrown before it may have begun some of them.
  noteListening(run, waits);
  const { trigger, nodeId } = thrown.node;
  const cause = { origin: run.origins[thrown.rootId ?? ''] ?? null, thrower: thrown.rootId };
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
      const [receiver] = receiversOf(run, waits, { kind: 'message', name, key: correlationKey ?? undefined });
      if (receiver) fireEvent(run, receiver, cause);
      else run.notes.unmatched.push({ nodeId, name, correlationKey });
      break;
    }
    case 'signal': {
      const name = nameOfEvent(run, thrown) ?? '';
      if (trigger.staysInside !== true) run.notes.signals.push({ nodeId, name });
      fireAll(run, execution, receiversOf(run, waits, { kind: 'signal', name }), cause);
      break;
    }
    case 'error':
    case 'escalation': {
      const catcher = findCatcher(run, trigger, { scope: thrown.scope }, waits);
      if (!catcher && trigger.kind === 'error') {
        throw new StepError(
          'ERR_STEP_FAILED',
          `Nothing catches the error ${trigger.code ?? 'without a code'} that ${nodeId} throws.`,
        );
      }
      if (catcher) {
        passOnThrown(run, trigger.kind, thrown.scope, catcher.scope);
        fireCaught(run, catcher, trigger.code, cause);
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
  fireEvent(run, met.wait, { origin: null, thrower: met.thrower });
  return true;
}
