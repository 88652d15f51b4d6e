import type { Execution } from 'bpmn-engine';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import { enclosing } from '../engine/live-scopes.ts';
import { labelOf } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { callIdOf } from '../variables/called-variables.ts';
import { hasChangeFor, isMet } from '../variables/conditions.ts';
import { type EventWait, hostOf, listEventWaits, waitKey } from './event-waits.ts';

/** A wait for a condition. */
interface ConditionWait extends EventWait {
  readonly trigger: ConditionTrigger;
}

export interface MetCondition {
  readonly wait: EventWait;
  /** The execution with which its wait began, or that changed a variable; undefined if that was before the step. */
  readonly thrower: string | undefined;
}

/**
 * Finds the first conditional event that must fire: its condition is true, and was not evaluated since its wait began or
 * since a variable changed that it listens to. After an evaluation the event is silent until the next change, so that a
 * non-interrupting event fires once per change (Camunda 7, Conditional Events). Outer scopes come before inner ones, and
 * on each level event sub-processes before boundary events. If the condition is a script, a request for it is noted.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: a condition is neither true nor false
 */
export function findMetCondition(run: InstanceRun, execution: Execution): MetCondition | undefined {
  const waits = listConditions(run, execution);
  noteChanges(run, waits);
  if (run.suspendedAt !== null) return undefined;
  const met = waits.find((wait) => {
    const key = waitKey(wait);
    if (run.conditionsSeen.has(key)) return false;
    run.conditionsSeen.add(key);
    const hasChanged = run.conditionsSeen.delete(changedKey(key));
    if (!hasChanged && wait.trigger.onlyChanges) return false;
    if (wait.trigger.script === undefined)
      return isMet(wait.trigger.condition, run.scopeOf(wait.scope, {}), `condition of ${labelOf(wait.node)}`);
    // The answer of the host arrives as the result of a job.
    run.notes.toAsk.add(key);
    return false;
  });
  return met && { wait: met, thrower: run.notes.conditionCauses.get(waitKey(met)) };
}

/** The execution with which the wait began. */
function beginningOf(wait: ConditionWait): string | undefined {
  return wait.node.role.kind === 'boundary' ? hostOf(wait) : wait.rootId;
}

function listConditions(run: InstanceRun, execution: Execution): readonly ConditionWait[] {
  const waits = listEventWaits(run.model, execution, run.entered).flatMap((wait): ConditionWait[] =>
    wait.node.trigger.kind === 'condition' ? [{ ...wait, trigger: wait.node.trigger }] : [],
  );
  const levelOf = ({ scope, node }: EventWait) => 2 * enclosing(scope).length + (node.role.kind === 'start' ? 0 : 1);
  return waits.toSorted((one, other) => levelOf(one) - levelOf(other));
}

/** Events that listen to a changed variable must be evaluated again. */
function noteChanges(run: InstanceRun, waits: readonly ConditionWait[]): void {
  const { variables, called } = run;
  const { conditionCauses: causes, visits } = run.notes;
  const before = run.variablesSeen;
  const now = { variables, called };
  const isSame = before.variables === variables && before.called === called;
  if (!isSame) run.variablesSeen = now;
  for (const wait of waits) {
    const key = waitKey(wait);
    if (!run.conditionsSeen.has(key)) {
      if (!causes.has(key)) causes.set(key, beginningOf(wait) ?? visits.latest);
    } else if (!isSame && hasChangeFor(wait.trigger, callIdOf(run, wait.scope), { before, now })) {
      causes.set(key, visits.latest);
      run.conditionsSeen.delete(key);
      // An event that fires only on changes ignores changes before its wait began.
      if (wait.trigger.onlyChanges) run.conditionsSeen.add(changedKey(key));
    }
  }
}

/** Kept next to the waits that were evaluated: a suspended instance evaluates its conditions later. */
function changedKey(key: string): string {
  return `${key}/changed`;
}
