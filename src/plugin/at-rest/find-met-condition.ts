import { isDeepStrictEqual } from 'node:util';
import type { Execution } from 'bpmn-engine';
import { BridgeError } from '../../errors.ts';
import { evaluateCondition } from '../../model/expressions/evaluate-condition.ts';
import type { Expression, Scope } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import { enclosing } from '../engine/live-scopes.ts';
import { labelOf } from '../explain/node-label.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { callIdOf, type Variables } from '../variables/called-variables.ts';
import { readDecision } from '../variables/decide-condition.ts';
import { type EventWait, listEventWaits, waitKey } from './event-waits.ts';

/** A wait for a condition. */
interface ConditionWait extends EventWait {
  readonly trigger: ConditionTrigger;
}

export interface MetCondition {
  readonly wait: EventWait;
  /** How many tokens wait at its node, this one included. */
  readonly waiting: number;
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
    if (wait.trigger.script === undefined) return isMet(run, wait);
    // The answer of the host arrives as the result of a job.
    run.notes.toAsk.add(key);
    return false;
  });
  return met && { wait: met, waiting: waits.filter(({ node }) => node.nodeId === met.node.nodeId).length };
}

function listConditions(run: InstanceRun, execution: Execution): readonly ConditionWait[] {
  const waits = listEventWaits(run.model, execution, run.entered).flatMap((wait): ConditionWait[] =>
    wait.node.trigger.kind === 'condition' ? [{ ...wait, trigger: wait.node.trigger }] : [],
  );
  const levelOf = ({ scope, node }: EventWait) => 2 * enclosing(scope).length + (node.role.kind === 'start' ? 0 : 1);
  return waits.toSorted((one, other) => levelOf(one) - levelOf(other));
}

/** Events that listen to a changed variable must be evaluated again. Setting the same content is not a change. */
function noteChanges(run: InstanceRun, waits: readonly ConditionWait[]): void {
  const { variables, called } = run;
  const seen = run.variablesSeen;
  if (seen.variables === variables && seen.called === called) return;
  run.variablesSeen = { variables, called };
  for (const wait of waits) {
    const callId = callIdOf(run, wait.scope);
    const [now = {}, before = {}] =
      callId === undefined ? [variables, seen.variables] : [called[callId], seen.called[callId]];
    const names = Object.keys(now).filter((name) => !isDeepStrictEqual(now[name], before[name]));
    if (!names.some((name) => listensTo(wait.trigger, name, before))) continue;
    const key = waitKey(wait);
    // An event that fires only on changes ignores changes before its wait began.
    if (run.conditionsSeen.delete(key) && wait.trigger.onlyChanges) run.conditionsSeen.add(changedKey(key));
  }
}

/** Kept next to the waits that were evaluated: a suspended instance evaluates its conditions later. */
function changedKey(key: string): string {
  return `${key}/changed`;
}

/** Variables that every press sets; only a condition that reads them listens to them. */
const SET_BY_EVERY_PRESS: ReadonlySet<string> = new Set(['outcome', 'opinions', 'handler', 'approvals', 'rejections']);

function listensTo(trigger: ConditionTrigger, name: string, before: Variables): boolean {
  const { variables, changes } = trigger;
  if (changes && !changes.includes(name in before ? 'update' : 'create')) return false;
  if (variables) return variables.includes(name);
  return !SET_BY_EVERY_PRESS.has(name) || reads(trigger, name);
}

/** It is unknown which variables a script reads, so every variable that it names counts. */
function reads({ condition, script }: ConditionTrigger, name: string): boolean {
  return script === undefined ? expressionNames(condition).has(name) : new RegExp(`\\b${name}\\b`).test(script.text);
}

/** As in Camunda 7, a condition is not met while a variable that it needs was never set or has no value. */
function isMet(run: InstanceRun, { node, scope, trigger: { condition } }: ConditionWait): boolean {
  const visible = run.scopeOf(scope, {});
  let value: unknown;
  try {
    value = evaluateCondition(condition, visible);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (error.details.variables !== undefined || countsOnMore(condition, visible)) return false;
    throw error;
  }
  return value !== null && readDecision(value, `condition of ${labelOf(node)}`, condition);
}

function countsOnMore(condition: Expression, visible: Scope): boolean {
  return [...expressionNames(condition)].some((name) => !(name in visible));
}
