import { isDeepStrictEqual } from 'node:util';
import { BridgeError, StepError } from '../../errors.ts';
import { evaluateCondition } from '../../model/expressions/evaluate-condition.ts';
import { contextOf } from '../../model/expressions/evaluation-context.ts';
import type { Expression, Scope } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { ConditionTrigger } from '../../model/nodes/event-node.ts';
import { PRESS_VARIABLES } from '../../model/variables/press-variables.ts';
import type { AllVariables, Variables } from './called-variables.ts';
import { remedyForUnset } from './remedy-for-unset.ts';

/**
 * Evaluates a condition. A missing variable is an error, not false: otherwise a flow would be taken only because a value
 * was never set.
 * @param name names the condition and its element in error messages
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: it needs a variable that is not set (see `details.variables`), or its
 * result is neither true nor false. Set the variables and try again
 */
export function decideCondition(condition: Expression, scope: Scope, name: string): boolean {
  let value: unknown;
  try {
    value = evaluateCondition(condition, scope);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    const { reason = error.message } = error.details;
    throw new StepError(
      'ERR_EXPRESSION_FAILED',
      `The ${name}, \`${condition.text}\`, cannot be decided: ${reason}. ${remedyFor(scope)}`,
      { details: { variables: [...expressionNames(condition)], ...error.details }, cause: error.cause },
    );
  }
  return readDecision(value, name, condition);
}

const REMEDY = 'Set the variables that it reads, or correct the diagram or a function that it calls, and try again.';

/** In a called process with variables of its own, those of the instance are not the ones that it reads. */
function remedyFor(scope: Scope): string {
  return contextOf(scope)?.callId === undefined ? REMEDY : `${remedyForUnset(scope)}, and try again.`;
}

/**
 * Reads the result of a condition. Stricter than bpmn-engine, for which every truthy value is true, even the text `false`.
 * @param name names the condition in error messages
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the result is neither true nor false
 */
export function readDecision(value: unknown, name: string, condition?: Expression): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  const variables = condition === undefined ? [] : [...expressionNames(condition)];
  const text = condition === undefined ? '' : `, \`${condition.text}\`,`;
  const reads = variables.length === 0 ? '' : ` It reads ${variables.join(', ')}. ${REMEDY}`;
  throw new StepError(
    'ERR_EXPRESSION_FAILED',
    `The ${name}${text} gives ${kindOf(value)}, which is neither true nor false.${reads}`,
    { details: variables.length === 0 ? {} : { variables } },
  );
}

/** Describes the type; error messages must not contain values. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

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
const SET_BY_EVERY_PRESS: ReadonlySet<string> = new Set([...PRESS_VARIABLES, 'approvals', 'rejections']);

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
