import { isDeepStrictEqual } from 'node:util';
import { BridgeError } from '../../errors.ts';
import { evaluateCondition } from '../../model/expressions/evaluate-condition.ts';
import type { Expression, Scope } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import type { AllVariables, Variables } from './called-variables.ts';
import { readDecision } from './decide-condition.ts';

/**
 * Whether a variable changed to which a conditional event listens. Setting the same content is not a change.
 * @param callId of the call whose variables it sees; undefined: those of the instance
 */
export function hasChangeFor(
  trigger: ConditionTrigger,
  callId: string | undefined,
  { before: allBefore, now: allNow }: Readonly<Record<'before' | 'now', AllVariables>>,
): boolean {
  const [before, now] = [allBefore, allNow].map(({ variables, called }) =>
    callId === undefined ? variables : (called[callId] ?? {}),
  ) as [Variables, Variables];
  return Object.keys(now).some(
    (name) => !isDeepStrictEqual(now[name], before[name]) && listensTo(trigger, name, before),
  );
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

/**
 * As in Camunda 7, a condition is not met while a variable that it needs was never set or has no value.
 * @param name of the condition in errors
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: it is neither true nor false
 */
export function isMet(condition: Expression, visible: Scope, name: string): boolean {
  let value: unknown;
  try {
    value = evaluateCondition(condition, visible);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (error.details.variables !== undefined || countsOnMore(condition, visible)) return false;
    throw error;
  }
  return value !== null && readDecision(value, name, condition);
}

function countsOnMore(condition: Expression, visible: Scope): boolean {
  return [...expressionNames(condition)].some((name) => !(name in visible));
}
