import type { Execution } from 'bpmn-engine';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import { enclosing } from '../engine/live-scopes.ts';
import { labelOf } from '../explain/node-label.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { PathEntry } from '../state/path-entry.ts';
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
  const again = noteChanges(run, waits);
  if (run.suspendedAt !== null) return undefined;
  const met = waits.find((wait) => {
    const key = waitKey(wait);
    if (run.conditionsSeen.has(key)) return false;
    run.conditionsSeen.add(key);
    const hasChanged = run.conditionsSeen.delete(changedKey(key));
    if (!hasChanged && wait.trigger.onlyChanges) return false;
    if (wait.trigger.script === undefined) {
      const visible = run.scopeOf(wait.scope, {});
      return isMet(wait.trigger.condition, visible, `condition of ${labelOf(wait.node)}`);
    }
    // The answer of the host arrives as the result of a job.
    run.notes.toAsk.add(key);
    return false;
  });
  if (met === undefined) return undefined;
  const isAlone = waits.length === 1;
  // Of several that wait, the next round may evaluate others.
  run.notes.visits.notePath(isAlone ? describeMet(run, met, again.has(waitKey(met))) : { kind: 'other' });
  const waiting = waits.filter(({ node }) => node.nodeId === met.node.nodeId).length;
  return { wait: met, waiting, isAlone };
}

/** What set off the event, for a loop; a script may decide otherwise in its next round. */
function describeMet(run: InstanceRun, wait: ConditionWait, needsChange: boolean): PathEntry {
  const { node, trigger, rootId, scope } = wait;
  if (trigger.script !== undefined || trigger.onlyChanges) return { kind: 'other' };
  const began = node.role.kind === 'boundary' ? hostOf(wait) : rootId;
  return {
    ...{ kind: 'met', nodeId: node.nodeId, trigger, scope: variableScopeAt(run, scope, {}), needsChange },
    ...(needsChange ? {} : { waited: run.notes.visits.sinceVisit(began ?? '') }),
  };
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
 * @returns the keys of their waits
 */
function noteChanges(run: InstanceRun, waits: readonly ConditionWait[]): ReadonlySet<string> {
  const again = new Set<string>();
  const { variables, called } = run;
  const seen = run.variablesSeen;
  if (seen.variables === variables && seen.called === called) return again;
  run.variablesSeen = { variables, called };
  for (const wait of waits) {
    const callId = callIdOf(run, wait.scope);
    if (!hasChangeFor(wait.trigger, callId, { before: seen, now: run.variablesSeen })) continue;
    const key = waitKey(wait);
    // An event that fires only on changes ignores changes before its wait began.
    if (!run.conditionsSeen.delete(key)) continue;
    again.add(key);
    if (wait.trigger.onlyChanges) run.conditionsSeen.add(changedKey(key));
  }
  return again;
}

/** Kept next to the waits that were evaluated: a suspended instance evaluates its conditions later. */
function changedKey(key: string): string {
  return `${key}/changed`;
}
