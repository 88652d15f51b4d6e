import type { Execution } from 'bpmn-engine';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import { enclosing } from '../engine/live-scopes.ts';
import { labelOf } from '../explain/node-label.ts';
import type { AskedCondition } from '../loops/path-entry.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { ConditionCause } from '../state/step-notes.ts';
import { callIdOf, variableScopeAt } from '../variables/called-variables.ts';
import { hasChangeFor, isMet } from '../variables/conditional-events.ts';
import { type EventWait, hostOf, listEventWaits, waitKey } from './event-waits.ts';

/** A wait for a condition. */
interface ConditionWait extends EventWait {
  readonly trigger: ConditionTrigger;
}

export interface MetCondition {
  readonly wait: EventWait;
  /** How many tokens wait at its node, this one included. */
  readonly waiting: number;
  /** No other conditional event waits. */
  readonly isAlone: boolean;
  /** The execution by which it was to be evaluated. */
  readonly thrower: ConditionCause['thrower'];
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
  const changes = noteChanges(run, waits);
  if (run.suspendedAt !== null) return undefined;
  const causes = noteCauses(run, waits, changes);
  const answers = new Map<ConditionWait, boolean>();
  const met = waits.find((wait) => {
    const key = waitKey(wait);
    if (run.conditionsSeen.has(key)) return false;
    run.conditionsSeen.add(key);
    const hasChanged = run.conditionsSeen.delete(changedKey(key));
    if (!hasChanged && wait.trigger.onlyChanges) return false;
    if (wait.trigger.script === undefined) {
      const visible = run.scopeOf(wait.scope, {});
      const answer = isMet(wait.trigger.condition, visible, `condition of ${labelOf(wait.node)}`);
      answers.set(wait, answer);
      return answer;
    }
    // The answer of the host arrives as the result of a job.
    run.notes.toAsk.add(key);
    return false;
  });
  const cause = met && causes.get(waitKey(met));
  const asked = waits.map(
    (wait): AskedCondition => ({
      ...{ nodeId: wait.node.nodeId, trigger: wait.trigger, scope: variableScopeAt(run, wait.scope, {}) },
      ...{ hasChanged: changes.get(wait), isMet: answers.get(wait) },
      waited: wait === met && cause?.isFirst ? run.notes.visits.sinceVisit(beginningOf(wait) ?? '') : undefined,
      key: wait === met && cause?.isFirst === false ? waitKey(wait) : undefined,
    }),
  );
  // A script may decide otherwise in the next round.
  const isForeseen = waits.every(({ trigger }) => trigger.script === undefined && !trigger.onlyChanges);
  if (waits.length > 0) run.notes.visits.notePath(isForeseen ? { kind: 'conditions', asked } : { kind: 'other' });
  if (met === undefined) return undefined;
  const waiting = waits.filter(({ node }) => node.nodeId === met.node.nodeId).length;
  return { wait: met, waiting, isAlone: waits.length === 1, thrower: cause?.thrower };
}

/** The execution with which the wait began. */
function beginningOf(wait: ConditionWait): string | undefined {
  return wait.node.role.kind === 'boundary' ? hostOf(wait) : wait.rootId;
}

/** Keeps, until it is evaluated, by what each event is to be. */
function noteCauses(
  run: InstanceRun,
  waits: readonly ConditionWait[],
  changes: ReadonlyMap<ConditionWait, boolean>,
): ReadonlyMap<string, ConditionCause> {
  const { conditionCauses: causes, visits } = run.notes;
  for (const wait of waits) {
    const key = waitKey(wait);
    if (changes.get(wait) === true) causes.set(key, { thrower: visits.latest, isFirst: false });
    else if (run.conditionsSeen.has(key)) causes.delete(key);
    else if (!causes.has(key)) causes.set(key, { thrower: beginningOf(wait) ?? visits.latest, isFirst: true });
  }
  return causes;
}

function listConditions(run: InstanceRun, execution: Execution): readonly ConditionWait[] {
  const waits = listEventWaits(run.model, execution, run.entered).flatMap((wait): ConditionWait[] =>
    wait.node.trigger.kind === 'condition' ? [{ ...wait, trigger: wait.node.trigger }] : [],
  );
  const levelOf = ({ scope, node }: EventWait) => 2 * enclosing(scope).length + (node.role.kind === 'start' ? 0 : 1);
  return waits.toSorted((one, other) => levelOf(one) - levelOf(other));
}

/**
 * Events that listen to a changed variable must be evaluated again.
 * @returns for each that was evaluated, whether it must be again
 */
function noteChanges(run: InstanceRun, waits: readonly ConditionWait[]): ReadonlyMap<ConditionWait, boolean> {
  const { variables, called } = run;
  const before = run.variablesSeen;
  const now = { variables, called };
  const isSame = before.variables === variables && before.called === called;
  if (!isSame) run.variablesSeen = now;
  const changes = new Map<ConditionWait, boolean>();
  for (const wait of waits) {
    const key = waitKey(wait);
    if (!run.conditionsSeen.has(key)) continue;
    const hasChanged = !isSame && hasChangeFor(wait.trigger, callIdOf(run, wait.scope), { before, now });
    changes.set(wait, hasChanged);
    if (!hasChanged) continue;
    run.conditionsSeen.delete(key);
    // An event that fires only on changes ignores changes before its wait began.
    if (wait.trigger.onlyChanges) run.conditionsSeen.add(changedKey(key));
  }
  return changes;
}

/** Kept next to the waits that were evaluated: a suspended instance evaluates its conditions later. */
function changedKey(key: string): string {
  return `${key}/changed`;
}
