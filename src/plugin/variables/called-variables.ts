import type { Execution } from 'bpmn-engine';
import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { PRESS_VARIABLES } from '../../model/variables/press-variables.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';
import { enclosing, type LiveScope, liveScopes } from '../engine/live-scopes.ts';
import { iterationVariables } from '../engine/multi-instance/iterations.ts';
import type { MultiInstanceTally } from '../engine/multi-instance/multi-instance-tally.ts';

export type Variables = Readonly<Record<string, unknown>>;

/**
 * Variables of called processes, by the execution id of the call. Only for diagrams of engines in which a called process
 * has its own variables. They exist from the moment the token enters the call. Elements of the called process read and
 * set them; the output mappings of the call set variables around the call.
 */
export type CalledVariablesByCall = Readonly<Record<string, Variables>>;

/** All variables of an instance. */
export interface AllVariables {
  readonly variables: Variables;
  readonly called: CalledVariablesByCall;
}

/** The part of a run that contains its variables. */
export interface VariableHolder {
  readonly model: ProcessModel;
  readonly tallies: Readonly<Record<string, MultiInstanceTally>>;
  readonly context: EvaluationContext;
  variables: Variables;
  called: CalledVariablesByCall;
  /** Variables of a press that no press sets any more, by the call; of the instance: `''`. */
  ownPressVariables: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The innermost called process with its own variables around a scope; undefined if there is none. */
function calledAround(run: VariableHolder, scope: LiveScope | undefined): LiveScope | undefined {
  return scope && enclosing(scope).find((each) => ownOf(run, each) !== undefined);
}

function ownOf({ model }: VariableHolder, { owner }: LiveScope) {
  return owner && model.subProcesses.get(nodeIdOf(owner.activity.id))?.own;
}

/** The execution id of the call whose variables a scope uses; undefined: the variables of the instance. */
export function callIdOf(run: VariableHolder, scope: LiveScope | undefined): string | undefined {
  return calledAround(run, scope)?.owner?.scope.executionId;
}

/** The variables that elements of a scope read. */
export function variablesAt(run: VariableHolder, scope: LiveScope | undefined): Variables {
  const called = calledAround(run, scope);
  if (called === undefined) return run.variables;
  const own = run.called[called.owner?.scope.executionId ?? ''] ?? {};
  const name = ownOf(run, called)?.initiatorVariable;
  return name === undefined ? own : { [name]: own.initiator, ...own };
}

/** Sets variables for a scope: those of its call, or those of the instance. */
export function setVariables(run: VariableHolder, scope: LiveScope | undefined, values: Variables): void {
  const callId = callIdOf(run, scope);
  if (callId === undefined) run.variables = { ...run.variables, ...values };
  else run.called = { ...run.called, [callId]: { ...run.called[callId], ...values } };
}

/** Sets what the diagram computes: a press does not set these variables any more, if they are its own. */
export function setComputed(run: VariableHolder, scope: LiveScope | undefined, values: Variables): void {
  setVariables(run, scope, values);
  keepFromPresses(run, scope, Object.keys(values));
}

/** From now on no press sets those of its own variables (`PRESS_VARIABLES`) that are among these. */
export function keepFromPresses(run: VariableHolder, scope: LiveScope | undefined, set: readonly string[]): void {
  const names = PRESS_VARIABLES.filter((name) => set.includes(name));
  if (names.length === 0) return;
  const kept = [...new Set([...keptFromPresses(run, scope), ...names])];
  run.ownPressVariables = { ...run.ownPressVariables, [callIdOf(run, scope) ?? '']: kept };
}

/** The variables of a press that no press sets any more. */
export function keptFromPresses(run: VariableHolder, scope: LiveScope | undefined): readonly string[] {
  return run.ownPressVariables?.[callIdOf(run, scope) ?? ''] ?? [];
}

/** Sets variables on behalf of an operator. @returns false if no call of this id with its own variables is running */
export function setVariablesByOperator(
  run: VariableHolder,
  execution: Execution,
  { variables, callId }: { readonly variables: Variables; readonly callId?: string },
): boolean {
  if (callId === undefined) {
    setVariables(run, undefined, variables);
    return true;
  }
  const calls = liveScopes(execution).filter(
    ({ owner, executionId }) => nodeIdOf(owner?.activity.id ?? '') === callId && Object.hasOwn(run.called, executionId),
  );
  for (const { executionId } of calls) {
    run.called = { ...run.called, [executionId]: { ...run.called[executionId], ...variables } };
  }
  return calls.length > 0;
}

/** The scope of expressions at an activity: the variables, and the element variable and counters of each enclosing iteration. */
export function scopeAt(run: VariableHolder, scope: LiveScope | undefined, content: EngineContent): Scope {
  const call = calledAround(run, scope)?.owner?.scope.owner;
  const context = call === undefined ? run.context : { ...run.context, callId: nodeIdOf(call.activity.id) };
  return withContext(visibleAt(run, scope, content), context);
}

/** What {@link scopeAt} contains as plain data, for a service or a script. */
export function visibleAt(run: VariableHolder, scope: LiveScope | undefined, content: EngineContent): Variables {
  return { ...variablesAt(run, scope), ...iterationsAt(run, scope, content) };
}

/** Element variables and counters of the enclosing iterations. Iterations around a call are not visible in its process. */
export function iterationsAt(run: VariableHolder, scope: LiveScope | undefined, content: EngineContent): Scope {
  const around = scope === undefined ? [] : enclosing(scope);
  const end = around.findIndex((each) => ownOf(run, each) !== undefined);
  const visible = end < 0 ? around : around.slice(0, end);
  return Object.assign(
    {},
    ...[...visible.toReversed().map((each) => each.content), content].map((each) =>
      iterationVariables(run.model, run.tallies, each),
    ),
  );
}

/** Applies the mappings of a call when a token enters or leaves it. @param scope the scope of the call */
export function passVariables(run: VariableHolder, { assign = [], passes }: ServiceNode, scope: LiveScope): void {
  const outside = variablesAt(run, scope);
  const iterations = iterationsAt(run, scope, {});
  const around = { ...outside, ...iterations };
  const evaluate = (seen: Variables) =>
    Object.fromEntries(
      assign.map(({ name, value }) => [name, value.evaluate(withContext(seen, run.context)) ?? null] as const),
    );
  if (passes?.way === 'in') {
    const { initiator } = outside;
    const given = { ...(passes.all && around), ...(passes.local && iterations), initiator, ...evaluate(around) };
    run.called = { ...run.called, [scope.executionId]: given };
    return;
  }
  const own = run.called[scope.executionId] ?? {};
  // Variables of the iteration around the call, such as its number, are not passed back.
  const whole = Object.entries(own).filter(([name]) => !Object.hasOwn(iterations, name));
  setVariables(run, scope, {
    ...(passes?.all && Object.fromEntries(whole)),
    ...evaluate(passes?.seesCaller ? { ...around, ...own } : own),
  });
}

/** Passes variables back from calls that an error or escalation leaves, for diagrams of engines that do so. */
export function passOnThrown(run: VariableHolder, kind: 'error' | 'escalation', from: LiveScope, to: LiveScope): void {
  for (const each of enclosing(from)) {
    if (each.execution === to.execution) return;
    const call = each.owner?.scope;
    if (call?.owner === undefined || ownOf(run, each) === undefined) continue;
    const out = [...run.model.services.values()].find(
      ({ nodeId, passes }) => passes?.way === 'out' && nodeId === `${nodeIdOf(call.owner?.activity.id ?? '')}..out`,
    );
    const isPassed = kind === 'error' ? out?.passes?.onError : out?.passes?.onEscalation;
    if (out !== undefined && isPassed) passVariables(run, out, call);
  }
}
